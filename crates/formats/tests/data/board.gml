Creator "by hand"
graph
[
  # four chips on a board
  directed 0
  node [ id 10 label "north" graphics [ x 1.5 y 0 ] ]
  node [ id 11 label "east" graphics [ x 3 y 1 ] ]
  node [ id 12 label "south" graphics [ x 1.5 y 2 ] ]
  node [ id 13 label "west" graphics [ x 0 y 1 ] ]
  edge [ source 10 target 11 width 16 ]
  edge [ source 11 target 12 width 16 ]
  edge [ source 12 target 13 width 16 ]
  edge [ source 13 target 10 width 16 ]
  edge [ source 10 target 12 width 4 ]
]
