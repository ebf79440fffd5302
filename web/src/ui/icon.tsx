const paths = {
  leads: 'M3 21h18M5 21V7l7-4 7 4v14M9 9h.01M15 9h.01M9 13h.01M15 13h.01M10 21v-4h4v4',
  live: 'M12 12h.01M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8M18.4 5.6a9 9 0 0 1 0 12.8',
  chart: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  calendar: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM4 10h16M8 3v4M16 3v4',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  share: 'M12 15V4M8 8l4-4 4 4M7 11H5v9h14v-9h-2',
  print: 'M7 9V3h10v6M7 18H4v-8h16v8h-3M7 14h10v7H7Z',
  folder: 'M3 6h6l2 3h10v10H3Z',
  keyboard: 'M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  close: 'M6 6l12 12M18 6 6 18',
  columns: 'M4 5h16v14H4ZM10 5v14M15 5v14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  open: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
  star: 'm12 4 2.5 5 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8Z',
  hide: 'M3 3l18 18M10.6 5.1A9.8 9.8 0 0 1 12 5c5 0 9 5 9 7a9.500 9.500 0 0 1-2.300 3.400M6.500 6.600C4.300 8 3 10.700 3 12c0 2 4 7 9 7a8.700 8.700 0 0 0 4-1M9.900 9.900a3 3 0 0 0 4.200 4.200',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 4-6 8-6s8 2 8 6',
  tag: 'M4 4h7l9 9-7 7-9-9ZM8 8h.01',
  page: 'M6 3h8l5 5v13H6ZM14 3v5h5',
  flag: 'M5 21V4h13l-3 4.500 3 4.500H5',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  form: 'M5 4h14v16H5ZM8 8h8M8 12h8M8 16h4',
  event: 'M13 3 5 14h6l-1 7 8-11h-6Z',
  check: 'm5 12 5 5 9-10',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 2h-15ZM10 21h4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  note: 'M5 4h14v11l-5 5H5ZM14 20v-5h5',
  key: 'M15 9a4 4 0 1 1-3.900 5L4 14v3M8 14v2M15 9h.01',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z',
  out: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13 7l4 4',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      // The dots consist of nothing but the stroke.
      strokeWidth={name === 'dots' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
