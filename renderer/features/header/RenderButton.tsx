import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '../../actions/commands.ts'
import { useCounts, useIsFree, useRenderState, useViewState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './RenderButton.module.css'

/** Renders the story. It tells how many blocks that makes, and what it costs. */
export function RenderButton() {
  const { t } = useTranslation()
  const world = useWorld()
  const isShort = useViewState((state) => state.windowSize === 'small')
  const isRendering = useRenderState().phase === 'running'
  const { changed, notMade, missingCredits } = useCounts()
  const isFree = useIsFree()
  const factsId = useId()
  const count = changed + notMade
  const blocks = t('units.blocks', { count })
  const price = isFree ? t('app.free') : t('units.estimate', { count: missingCredits })
  return (
    <Button
      tone="primary"
      isDisabled={isRendering}
      aria-label={t('commands.renderStory')}
      aria-describedby={factsId}
      onPress={() => {
        runCommand(world, 'renderStory')
      }}
    >
      {t('app.renderShort')}{' '}
      {count === 0 ? null : (
        <span id={factsId} aria-hidden="true" className={styles.facts}>
          {isShort ? count : blocks} {isShort ? null : <span className={styles.price}>{price}</span>}
        </span>
      )}
    </Button>
  )
}
