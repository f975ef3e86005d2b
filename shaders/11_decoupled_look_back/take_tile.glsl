// Which tile a workgroup scans: the next one that nobody has. So the tiles before it are all in hands of workgroups that run.
// Chapter 11. The number of a workgroup would not do: nothing says that workgroup 0 starts before workgroup 1.
// SPDX-License-Identifier: MIT

shared uint ticket_of_workgroup;

Tile no_tile() { return Tile(parameters.num_tiles, 0, 0); }

// Spare workgroups take no ticket: so the windows of a scan count on, from parameters.first_tile.
Tile take_tile() {
  if (gl_LocalInvocationIndex == 0) {
    const bool is_spare = group_index() >= parameters.num_tiles;
    ticket_of_workgroup = is_spare ? TICKET_GAVE_UP : atomicAdd(next_ticket, 1);
    learn_patience();
  }
  barrier();  // the first invocation stored the ticket; all read it
  return tile_at(ticket_of_workgroup - parameters.first_tile);
}
