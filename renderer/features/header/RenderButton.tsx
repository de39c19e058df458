import { useId } from 'react'
import { runCommand } from '../../actions/commands.ts'
import { useApp, useViewState } from '../../hooks/app.ts'
import { useCounts, useIsFree, useRenderState } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './RenderButton.module.css'

/** Renders the story. It tells how many blocks that makes, and what it costs. */
export function RenderButton() {
  const { t } = useTranslation()
  const app = useApp()
  const isShort = useViewState((state) => state.windowSize === 'small')
  const isRendering = useRenderState().phase === 'running'
  const { changed, notMade, missingCredits } = useCounts()
  const isFree = useIsFree()
  const factsId = useId()
  const count = changed + notMade
  const blocks = t('units.blocks', { count })
  const price = isFree ? t('app.free') : t('units.estimate', { count: missingCredits })
  const facts = count === 0 ? '' : `${blocks}, ${price}`
  const words = t('app.renderBlocks', { blocks: isShort ? count : blocks })
  // The facts are drawn by CSS: the button is called by what it does, and described by them.
  return (
    <>
      <Button
        tone="primary"
        isDisabled={isRendering}
        aria-label={t('commands.renderStory')}
        aria-describedby={factsId}
        onPress={() => {
          runCommand(app, 'renderStory')
        }}
      >
        {count === 0 ? t('app.renderShort') : <span className={styles.count} data-text={words} />}
        {count === 0 || isShort ? null : <span className={styles.price} data-text={price} />}
      </Button>
      <span id={factsId} hidden>
        {facts}
      </span>
    </>
  )
}
