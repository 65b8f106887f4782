/** Line drawings on a 24 by 24 grid. */

export const icons = {
  plain: "M12 8h.01M11 12h1v5h1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  good: "M8 12.5l2.8 2.8L16.5 9.5M12 2.5l8 3v6c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10v-6l8-3Z",
  warn: "M12 9v5M12 17.2h.01M12 3.2 22 20.5H2L12 3.2Z",
  bad: "M8.5 8.5l7 7M15.5 8.5l-7 7M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8L8 2.5Z",
  holds: "M5 12.5l4.5 4.5L19 7.5",
  fails: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  untested: "M6 12h12",
  theme: "M12 3v18M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  link: "M5 12h13M13 6.5l5.5 5.5-5.5 5.5",
};
