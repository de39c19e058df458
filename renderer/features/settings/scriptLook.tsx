/** How the script looks: font size, spacing of rows, and a preview of a few rows. */
import { MAX_STORY_TEXT_PX, MIN_STORY_TEXT_PX } from '../../../shared/ipc/views.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import styles from './ScriptLook.module.css'

export function StoryTextSize() {
  const { t } = useTranslation()
  const app = useApp()
  const storyTextPx = useAppState((state) => state.settings.storyTextPx)
  return (
    <SliderField
      label={t('settings.storyText')}
      value={storyTextPx}
      min={MIN_STORY_TEXT_PX}
      max={MAX_STORY_TEXT_PX}
      step={1}
      unit={t('settings.pixels')}
      mixedText={undefined}
      onChange={(px) => {
        changeSettings(app, { storyTextPx: px })
      }}
    />
  )
}

export function RoomOfRows() {
  const { t } = useTranslation()
  const app = useApp()
  const rows = useAppState((state) => state.settings.rows)
  return (
    <SegmentField
      label={t('settings.rows')}
      value={rows}
      options={(['compact', 'roomy'] as const).map((id) => ({ id, name: t(`settings.rowsAre.${id}`) }))}
      onChange={(chosen) => {
        changeSettings(app, { rows: chosen })
      }}
    />
  )
}

/** The most characters of a block in the preview. */
const MOST_CHARACTERS = 240
/** The number of rows in the preview. */
const ROWS = 4

/** The first rows of the open story, in the look of the script. Nothing if no story with words is open. */
export function ScriptSample() {
  const story = useStoryIfOpen((state) => state.story)
  return story === undefined ? null : <Sample story={story} />
}

function Sample({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const blocks = blocksOf(story)
    .filter(({ text }) => text.trim() !== '')
    .slice(0, ROWS)
  if (blocks.length === 0) return null
  return (
    <section className={styles.sample} aria-label={t('settings.scriptLook')}>
      <p>{t('settings.scriptLook')}</p>
      <ol>
        {blocks.map((block) => {
          const character = findCharacter(story, block.characterId)
          return (
            <li key={block.id} style={characterColor(character?.color)}>
              <b dir="auto">{character?.name ?? t('inspector.narrator')}</b>
              <span dir="auto">{block.text.slice(0, MOST_CHARACTERS)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
