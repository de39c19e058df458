import { Lightbulb } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { HINTS, type NewcomerHint } from '../../../shared/ipc/views.ts'
import { isBlank } from '../../../shared/story/newStory.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { shownKeys } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState, useViewState } from '../../hooks/app.ts'
import { useOfStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { showKeys } from '../../ui/keys.ts'
import styles from './Hints.module.css'

/** How long a hint stays, in ms. */
const READ_MS = 30_000

/** Whether a hint is useful for a story. A new story has its own introduction to the keys. */
const HELPS: Readonly<Record<NewcomerHint, (story: Story) => boolean>> = {
  newBlock: (story) => !isBlank(story),
  character: (story) => story.cast.length > 0,
  drag: (story) => blocksOf(story).length > 1,
  palette: (story) => !isBlank(story),
}

/** A hint below the script, one at a time. A hint that was read or dismissed appears again only when the hints are reset. */
export const Hints = memo(function Hints() {
  const { t } = useTranslation()
  const app = useApp()
  const dismissed = useAppState((state) => state.settings.dismissedHints)
  const isSmall = useViewState((state) => state.windowSize === 'small')
  const isKnown = useAppState((state) => state.info !== null)
  const hint = useOfStory((story) => HINTS.find((id) => !dismissed.includes(id) && HELPS[id](story)) ?? null)
  // After its time a hint disappears; the next one appears when a story is opened again.
  const [isOver, setOver] = useState(false)
  const isShown = hint !== null && !isSmall && isKnown && !isOver
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => {
      setOver(true)
      const { dismissedHints } = app.state.getState().settings
      changeSettings(app, { dismissedHints: [...new Set([...dismissedHints, hint])] })
    }, READ_MS)
    return () => clearTimeout(timer)
  }, [app, hint, isShown])
  if (!isShown) return null
  const dismiss = (gone: readonly NewcomerHint[]) => () => {
    changeSettings(app, { dismissedHints: [...new Set([...dismissed, ...gone])] })
  }
  return (
    <aside className={styles.hint} aria-label={t('script.hints.label')}>
      <Lightbulb size={15} aria-hidden="true" />
      <p role="status">
        {t(`script.hints.${hint}`, {
          keys: showKeys(PLACE_KEYS.newBlock),
          lineBreak: showKeys(PLACE_KEYS.lineBreak),
          palette: shownKeys(app, 'palette') ?? '',
        })}
      </p>
      <Button size="small" onPress={dismiss([hint])}>
        {t('script.hints.dismiss')}
      </Button>
      <Button size="small" tone="quiet" onPress={dismiss(HINTS)}>
        {t('script.hints.dismissAll')}
      </Button>
    </aside>
  )
})
