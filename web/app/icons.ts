/** Line drawings of the steps, on a 24 by 24 grid. */

export const stepIcons = {
  open: "M3.5 7.5V18a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-7L9.500 4.500h-4a2 2 0 0 0-2 2v1Z",
  understand: "M4 5h16v14H4ZM4 10h16M10 10v9",
  generalize: "M12 4v5M6 20v-4h12v4M12 9v7M12 9H6v7M12 9h6v7",
  ask: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  compare: "M5 20V10M12 20V4M19 20v-7M3 20h18",
  release: "M12 4v10M8 10l4 4 4-4M4 17v3h16v-3",
};
