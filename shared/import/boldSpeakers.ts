/** The line in a Markdown file’s front matter which states that bold names, such as `**Mira:**`, are speakers. */
export const BOLD_SPEAKERS = 'speakers: bold'
