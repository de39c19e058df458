/** The line of a Markdown file’s front matter by which its bold names, such as `**Mira:**`, are those who speak. */
export const BOLD_SPEAKERS = 'speakers: bold'
