/** Numbers with their units. */
export const units = {
  seconds: '{{value}} s',
  credits_one: '{{formatted}} credit',
  credits_other: '{{formatted}} credits',
  blocks_one: '{{count}} block',
  blocks_other: '{{count}} blocks',
  words_one: '{{count}} word',
  words_other: '{{count}} words',
  aboutSeconds: 'about {{count}} s left',
  aboutMinutes: 'about {{count}} min left',
  estimate_one: '≈ {{count}} credit',
  estimate_other: '≈ {{count}} credits',
  speed: '{{value}}×',
} as const
