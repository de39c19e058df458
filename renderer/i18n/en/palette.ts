/** Texts of the command palette. */
export const palette = {
  results: 'Results',
  none: 'Nothing is found. Search for a command, a name or words of the story.',
  forBlock: 'For block {{number}}',
  forBlocks: 'For {{count}} blocks',
  groups: {
    recent: 'Used last',
    block: 'For the block',
    characters: 'Characters',
    chapters: 'Chapters',
    commands: 'Commands',
    voices: 'Voices',
    text: 'In the text',
  },
  give: 'Give to {{name}}',
  characterFacts: '{{voice}} · {{model}} · {{blocks}}',
  doIt: 'do it',
  signs: '> commands   @ characters   # chapters',
} as const
