/*
 * Asks the subnet administrator what the tools of Debian do not ask for.
 *
 *   sa paths < FILE   for every two lines `GUID LID` of the input: the service level of the path from the one to the
 *                     other, as `GUID LID LEVEL`
 *   sa join GROUP     makes the port of this host a member of a multicast group, which is made if there is none; prints
 *                     the LID of the group
 *
 * cc -o sa sa.c -libmad -libumad
 */
#include <arpa/inet.h>
#include <infiniband/mad.h>
#include <infiniband/umad.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GET = 1, SET = 2, PATH_RECORD = 0x35, MEMBER_RECORD = 0x38, MOST_HOSTS = 4096, TIMEOUT_MS = 2000 };

/* Which fields of a record are set, and where they stand (InfiniBand architecture, volume 1, 15.2.5). */
enum { PATH_DLID = 1 << 4, PATH_SLID = 1 << 5, DLID_AT = 40, SLID_AT = 42, LEVEL_AT = 53 };
enum {
	MEMBER_GROUP = 1 << 0, MEMBER_PORT = 1 << 1, MEMBER_QKEY = 1 << 2, MEMBER_TRAFFIC_CLASS = 1 << 6,
	MEMBER_PKEY = 1 << 7, MEMBER_LEVEL = 1 << 12, MEMBER_FLOW_LABEL = 1 << 13, MEMBER_STATE = 1 << 16,
	PORT_AT = 16, QKEY_AT = 32, MLID_AT = 36, PKEY_AT = 40, SCOPE_AT = 48
};

static struct ibmad_port *port;
static ib_portid_t administrator;
static umad_port_t own;

static void open_port(void)
{
	int classes[] = { IB_SMI_CLASS, IB_SMI_DIRECT_CLASS, IB_SA_CLASS };
	if (umad_init() < 0 || !(port = mad_rpc_open_port(NULL, 0, classes, 3)) || umad_get_port(NULL, 0, &own) < 0) {
		fprintf(stderr, "sa: there is no port\n");
		exit(2);
	}
	administrator = (ib_portid_t){ .lid = own.sm_lid, .qp = 1, .qkey = IB_DEFAULT_QP1_QKEY };
}

static int ask(uint8_t *record, int method, int attribute, int bytes, uint64_t set)
{
	ib_sa_call_t call = { .attrid = attribute, .method = method, .trid = mad_trid(), .recsz = bytes, .mask = set };
	return sa_rpc_call(port, record, &administrator, &call, TIMEOUT_MS) != NULL;
}

static void put16(uint8_t *at, int value)
{
	at[0] = value >> 8;
	at[1] = value & 0xff;
}

static int paths(void)
{
	static uint64_t guid[MOST_HOSTS];
	static int lid[MOST_HOSTS];
	int hosts = 0, missing = 0;
	while (hosts < MOST_HOSTS && scanf("%" SCNx64 " %d", &guid[hosts], &lid[hosts]) == 2)
		hosts++;
	for (int pair = 0; pair < hosts * hosts; pair++) {
		int from = pair / hosts, to = pair % hosts;
		uint8_t record[256] = { 0 };
		put16(record + SLID_AT, lid[from]);
		put16(record + DLID_AT, lid[to]);
		if (from == to)
			continue;
		if (ask(record, GET, PATH_RECORD, 64, PATH_DLID | PATH_SLID))
			printf("0x%" PRIx64 " %d %d\n", guid[from], lid[to], record[LEVEL_AT] & 15);
		else
			missing++;
	}
	if (missing)
		fprintf(stderr, "sa: %d pairs have no path\n", missing);
	return 0;
}

static int join(const char *group)
{
	uint8_t record[256] = { 0 };
	for (int byte = 0; byte < 16; byte++) {
		unsigned value;
		if (sscanf(group + 2 * byte, "%2x", &value) != 1) {
			fprintf(stderr, "sa: `%s` is no group: 32 hexadecimal digits\n", group);
			return 2;
		}
		record[byte] = value;
	}
	/* Both are in the order of the network already. */
	memcpy(record + PORT_AT, &own.gid_prefix, 8);
	memcpy(record + PORT_AT + 8, &own.port_guid, 8);
	put16(record + QKEY_AT + 2, 0x0b1b);
	put16(record + PKEY_AT, 0xffff);
	record[SCOPE_AT] = 2 << 4 | 1;
	uint64_t set = MEMBER_GROUP | MEMBER_PORT | MEMBER_QKEY | MEMBER_TRAFFIC_CLASS | MEMBER_PKEY | MEMBER_LEVEL |
		       MEMBER_FLOW_LABEL | MEMBER_STATE;
	if (!ask(record, SET, MEMBER_RECORD, 52, set)) {
		fprintf(stderr, "sa: the administrator refuses\n");
		return 1;
	}
	printf("0x%02x%02x\n", record[MLID_AT], record[MLID_AT + 1]);
	return 0;
}

int main(int count, char **words)
{
	if (count == 2 && !strcmp(words[1], "paths")) {
		open_port();
		return paths();
	}
	if (count == 3 && !strcmp(words[1], "join") && strlen(words[2]) == 32) {
		open_port();
		return join(words[2]);
	}
	fprintf(stderr, "usage: sa paths < FILE | sa join GROUP\n");
	return 2;
}
