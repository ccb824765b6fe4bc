import { existsSync, readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, open } from "./browser";
import { violations } from "./violations";

const FILE = new URL("../../dist/playground.html", import.meta.url);
const isBuilt = existsSync(FILE);
if (!isBuilt) console.log("the playground is not built (`npm run playground`): it is not tested");

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => browser.close());

async function playground(): Promise<{ page: Page; errors: string[] }> {
  const opened = await open(browser, FILE.href, { width: 1400, height: 1000 });
  await opened.page.getByText("✓ Valid").waitFor();
  return opened;
}

/** Where a node is on the screen: the picture of `mesh:8x8` fills its canvas, with ticks around it. */
async function at(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = (await page.locator("figure canvas:not(.paper)").first().boundingBox())!;
  const [units, margin] = [7, 0.9];
  const scale = Math.min(box.width / (units + 2 * margin), box.height / (units + 2 * margin), 220);
  return [box.x + box.width / 2 + (x - units / 2) * scale, box.y + box.height / 2 + (units / 2 - y) * scale];
}

describe.skipIf(!isBuilt)("the playground", () => {
  it("plans at once, and proves", async () => {
    const { page, errors } = await playground();
    await page.getByText("✓ Free of deadlock").waitFor();
    expect(await page.locator("code.copy").first().textContent()).toContain("wormcast plan mesh:8x8 --scheme dual-path --source 2,1");
    expect(errors).toEqual([]);
  });

  it("takes clicks, rectangles and cuts", async () => {
    const { page } = await playground();
    await page.getByRole("button", { name: "Clear destinations" }).click();
    await page.getByText("Choose a source and at least one destination").waitFor();
    await page.mouse.click(...(await at(page, 4, 4)));
    await expect.poll(() => page.getByLabel("Destinations", { exact: true }).inputValue()).toBe("4,4");
    await page.getByText("✓ Valid").waitFor();
    const [from, to] = [await at(page, 5.5, 5.5), await at(page, 7.5, 7.5)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.getByLabel("Destinations", { exact: true }).inputValue()).toBe("4,4 6,6 7,6 6,7 7,7");
    await page.getByLabel("Cut a link or a node").check();
    await page.mouse.click(...(await at(page, 2.5, 1)));
    await page.getByText("Cut: 2,1-3,1").waitFor();
  });

  it("tells what the command line would", async () => {
    const { page } = await playground();
    await page.getByLabel("Source", { exact: true }).fill("9,9");
    await page.getByLabel("Source", { exact: true }).press("Enter");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("9,9");
    await page.getByLabel("Network", { exact: true }).fill("mash:4x4");
    await page.getByLabel("Network", { exact: true }).press("Enter");
    await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("mash");
  });

  it("compares all schemes, and takes one over", async () => {
    const { page } = await playground();
    await page.getByRole("button", { name: "Compare all schemes" }).click();
    await page.getByText("★ recommended").waitFor();
    expect(await page.locator(".multiples canvas").count()).toBeGreaterThan(8);
    await page.getByRole("button", { name: "Take it: multi-path", exact: true }).click();
    await expect.poll(() => page.getByLabel("Scheme", { exact: true }).inputValue()).toBe("multi-path");
  });

  it("opens plan files, and shows why they hang", async () => {
    const { page, errors } = await playground();
    const files = [0, 1, 2, 3].map((number) => new URL(`../../../examples/plans/ring-${number}.json`, import.meta.url).pathname);
    await page.locator("input[type=file]").setInputFiles(files);
    await page.getByRole("heading", { name: "Why it hangs" }).waitFor();
    await page.getByRole("heading", { name: "What mends it" }).waitFor();
    expect(errors).toEqual([]);
  });

  it("refuses files that are no plans with the message of the command line", async () => {
    const { page } = await playground();
    await page.locator("input[type=file]").setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from("{\"format\": \"<b>\"}") });
    await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("a.json");
  });

  it("gives the plan as a file", async () => {
    const { page } = await playground();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save plan.json" }).click()]);
    const plan = JSON.parse(readFileSync(await download.path(), "utf8"));
    expect(plan.format).toBe("wormcast-plan");
  });

  it("answers on mesh:16x16 within the blink of an eye", async () => {
    const { page } = await playground();
    await page.getByLabel("Network", { exact: true }).fill("mesh:16x16");
    await page.getByLabel("Network", { exact: true }).press("Enter");
    await page.getByLabel("Source", { exact: true }).fill("3,3");
    await page.getByLabel("Source", { exact: true }).press("Enter");
    const box = page.getByLabel("Destinations", { exact: true });
    const all: string[] = [];
    for (let run = 0; run < 5; run++) {
      await box.fill(`1,1 9,${run} 15,15 2,14 8,8 12,3 0,7 5,11 14,2 6,6`);
      await box.blur();
      await page.waitForTimeout(500);
      all.push((await page.getByText(/run in \d+ ms/).textContent()) ?? "");
    }
    console.log(`mesh:16x16, 10 destinations: ${all.map((text) => /in (\d+) ms/.exec(text)?.[1]).join(", ")} ms`);
    expect(all).toHaveLength(5);
  });

  it("has no violation that axe finds", async () => {
    const { page } = await playground();
    await page.getByText("✓ Free of deadlock").waitFor();
    await page.getByRole("button", { name: "Compare all schemes" }).click();
    await page.getByText("★ recommended").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
