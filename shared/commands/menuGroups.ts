/** What menus offer, by the ids of the page's actions: the page's own menu and the desktop's menu bar are made of these. */
export const MENU_GROUPS = {
  stories: ['newStory', 'openStory', 'documents'],
  keeping: ['saveVersion', 'versions', 'saveAs'],
  speech: ['connections', 'engines', 'vibes', 'conversions'],
} as const
