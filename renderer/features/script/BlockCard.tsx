import { useDraggable } from '@dnd-kit/core'
import { Copy, GripVertical, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { CSSProperties, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import type { Block } from '../../../shared/story/records.ts'
import { findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import { duplicate, remove } from '../../actions/editing.ts'
import { chooseBlock, choiceOf } from '../../actions/choosing.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useAppState, usePlayback, useStoryState, useViewState, useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { BlockAudio } from './BlockAudio.tsx'
import { BlockText } from './BlockText.tsx'
import styles from './BlockCard.module.css'
import type { VibeRef } from '../../../shared/story/speechSettings.ts'
import { useVibeProblem } from '../../hooks/vibeLibrary.ts'

interface BlockCardProps {
  readonly block: Block
  readonly number: number
}

/** One block: who says it, the words, how it is spoken, and its audio. */
export const BlockCard = memo(function BlockCard({ block, number }: BlockCardProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const isChosen = useViewState((state) => state.selection.includes(block.id))
  const character = useStoryState((state) => state.open && findCharacter(state.open.story, block.characterId))
  // A fresh object each time, so it is compared by its fields.
  const settings = useStoryState(useShallow((state) => state.open && settingsOf(state.open.story, block)))
  const isHeard = usePlayback((state) => state.status === 'playing' && state.blockId === block.id)
  const voiceName = useAppState((state) => state.voices.find((voice) => voice.id === settings?.voiceId)?.name)
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: block.id,
  })

  const choose = (event: MouseEvent) => {
    const choice = choiceOf(event)
    if (choice !== 'alone') {
      // In the text that has the focus, the keys select words.
      if (choice === 'range' && event.target === document.activeElement) return
      // The browser would select the page's text, and a text that gets the focus would choose its block alone.
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    // Taking one of several chosen blocks by its handle takes them all.
    const isTaken =
      isChosen && event.target instanceof Element && event.target.closest('[data-grip]') !== null
    if (!isTaken) chooseBlock(world, block.id, choice, { reveals: false })
  }
  const color = { '--c': `var(--c${character?.color ?? 0})` } as CSSProperties // a custom property is no CSSProperties key
  return (
    <article
      ref={setNodeRef}
      className={styles.card}
      data-chosen={isChosen || undefined}
      data-heard={isHeard || undefined}
      data-dragging={isDragging || undefined}
      style={color}
      onMouseDown={choose}
      onFocus={(event) => {
        if (event.target.matches('textarea') && !isChosen)
          chooseBlock(world, block.id, 'alone', { reveals: false })
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles.grip}
        data-grip
        {...listeners}
        onMouseDown={(event) => {
          listeners?.['onMouseDown']?.(event)
          if (isChosen) event.stopPropagation() // the card would choose this block alone, and the others stay behind
        }}
        aria-label={t('script.move', { number })}
        aria-describedby={attributes['aria-describedby']}
        aria-roledescription={t('script.draggable')}
      >
        <GripVertical size={15} />
      </button>
      <div className={styles.middle}>
        <div className={styles.who}>
          <b>{character?.name ?? t('script.noCharacter')}</b>
          <span>#{number}</span>
          {block.name === '' ? null : <span className={styles.name}>{block.name}</span>}
        </div>
        <BlockText block={block} number={number} />
        <div className={styles.facts}>
          <Chip size="small">{voiceName ?? settings?.voiceId}</Chip>
          {settings === null ? null : <Chip size="small">{t(`inspector.models.${settings.model}`)}</Chip>}
          <Chip size="small">{t('units.speed', { value: formatSpeed(settings?.speed ?? 1) })}</Chip>
          {settings === null || settings.emotion === '' || !isEmotional(settings) ? null : (
            <Chip size="small">{t('script.emotion', { emotion: settings.emotion })}</Chip>
          )}
          {settings?.vibe && isEmotional(settings) ? <VibeChip vibe={settings.vibe} /> : null}
          <div className={styles.tools}>
            <IconButton
              label={t('script.duplicate', { number })}
              onPress={() => {
                duplicate(world, [block.id])
              }}
            >
              <Copy size={14} />
            </IconButton>
            <IconButton
              label={t('script.delete', { number })}
              onPress={() => {
                remove(world, [block.id])
              }}
            >
              <Trash2 size={14} />
            </IconButton>
          </div>
        </div>
      </div>
      <div className={styles.side}>
        <BlockAudio block={block} number={number} color={character?.color ?? 0} />
      </div>
    </article>
  )
})

/** A block's vibe. A vibe that the service no longer has is marked, and the mark says what to do. */
export function VibeChip({ vibe }: { readonly vibe: VibeRef }) {
  const { t } = useTranslation()
  const problem = useVibeProblem(vibe)
  const { name } = vibe
  if (problem === null) return <Chip size="small">{t('vibes.chip', { name })}</Chip>
  return (
    <span title={problem.text}>
      <Chip size="small" dot="--warn">
        {t(problem.kind === 'gone' ? 'vibes.chipGone' : 'vibes.chipChanged', { name })}
        <span className="visually-hidden">{problem.text}</span>
      </Chip>
    </span>
  )
}
