/** Numbers with their units. */
export const units = {
  seconds: '{{value}} s',
  credits_one: '{{formatted}} credit',
  credits_other: '{{formatted}} credits',
  blocks_one: '{{count}} block',
  blocks_other: '{{count}} blocks',
  words_one: '{{formatted}} word',
  words_other: '{{formatted}} words',
  aboutSeconds: 'about {{count}} s left',
  aboutMinutes: 'about {{count}} min left',
  speed: '{{value}}×',
} as const
