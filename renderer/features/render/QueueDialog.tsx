import { ArrowDown, ArrowUp, ChevronsUp, LoaderCircle, RefreshCw, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { BrokenOff } from '../../../shared/jobs/jobView.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { blockNumber, findCharacter } from '../../../shared/story/selectors.ts'
import { runCommand } from '../../actions/commands.ts'
import { revealBlock } from '../../actions/editing.ts'
import { answerBrokenOff, changeQueue, pauseRender, retryBlock } from '../../actions/rendering.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useBlockStates, useRenderState, useSession, useStory } from '../../hooks/session.ts'
import { blockName, formatCount, formatRemaining, withNamedCredits } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { useFocusAtOpen } from '../../ui/focus.ts'
import { closeBrokenOff } from '../../stores/editorStore.ts'
import styles from './RenderPlan.module.css'

/** The queue of the current render: blocks that are rendering, waiting or failed, with actions for each. */
export function QueueDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const render = useRenderState()
  const states = useBlockStates()
  const pauseButton = useFocusAtOpen<HTMLButtonElement>()
  const close = useCloseDialog()
  const running = render.phase === 'running' ? render : null
  const queue = running?.isFollowed === true ? running.blocks : null
  const byId = new Map(heardBlocksOf(withNamedCredits(story)).map((block) => [block.id, block]))
  const blocksIn = (ids: readonly BlockId[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const failures = new Map(
    queue === null
      ? [...states].flatMap(([id, { kind, error }]) => (kind === 'failed' ? [[id, error] as const] : []))
      : queue.failed.map(({ blockId, error }) => [blockId, error] as const),
  )
  const facts =
    queue === null
      ? []
      : [
          t('render.queue.made', { made: formatCount(queue.made), of: formatCount(queue.of) }),
          ...(queue.isPaused ? [t('render.queue.paused')] : []),
          ...(queue.perMinute === null
            ? []
            : [t('render.queue.perMinute', { count: Math.max(1, Math.round(queue.perMinute)) })]),
          ...(running === null || running.remainingMs === null
            ? []
            : [formatRemaining(t, running.remainingMs)]),
        ]
  return (
    <Dialog
      size="wide"
      title={t('render.queue.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          {queue === null ? null : (
            <>
              <Button tone="quiet" onPress={() => runCommand(session, 'stopRender')}>
                {t('app.render.stop')}
              </Button>
              <Button
                ref={pauseButton}
                onPress={() => {
                  pauseRender(session, !queue.isPaused).catch(session.report)
                }}
              >
                {t(queue.isPaused ? 'render.queue.resume' : 'render.queue.pause')}
              </Button>
            </>
          )}
          <Button tone="primary" onPress={close}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <p className={styles.summary}>{queue === null ? t('render.queue.none') : facts.join(' · ')}</p>
      <QueueGroup kind="failed" blocks={blocksIn([...failures.keys()])} failures={failures} onShow={close} />
      <QueueGroup kind="underWay" blocks={blocksIn(queue?.underWay ?? [])} onShow={close} />
      <QueueGroup kind="waiting" blocks={blocksIn(queue?.waiting ?? [])} onShow={close} />
    </Dialog>
  )
}

/** The number of blocks that a group shows at first, and adds with each press. */
const SHOWN = 50

interface QueueGroupProps {
  readonly kind: 'failed' | 'underWay' | 'waiting'
  readonly blocks: readonly Block[]
  /** Why blocks failed. */
  readonly failures?: ReadonlyMap<BlockId, WireError | null>
  readonly onShow: () => void
}

const ICONS = { first: ChevronsUp, up: ArrowUp, down: ArrowDown, remove: X } as const
const ACTS = ['first', 'up', 'down', 'remove'] as const

/** The blocks of a queue in the same state. */
function QueueGroup({ kind, blocks, failures, onShow }: QueueGroupProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(SHOWN)
  const list = useKeptFocus(blocks)
  if (blocks.length === 0) return null
  return (
    <section aria-label={t(`render.queue.${kind}`)} className={styles.group}>
      <h3 className={styles.queueHead}>
        {t(`render.queue.${kind}`)} <span className={styles.number}>{formatCount(blocks.length)}</span>
      </h3>
      <ul className={styles.rows} ref={list}>
        {blocks.slice(0, shown).map((block, index) => (
          <li key={block.id} className={styles.queueRow}>
            <BlockButton block={block} onShow={onShow} />
            {kind === 'failed' ? <Failed block={block} error={failures?.get(block.id) ?? null} /> : null}
            {kind === 'underWay' ? (
              <LoaderCircle size={14} className={styles.turning} aria-hidden="true" />
            ) : null}
            {kind === 'waiting' ? (
              <Waiting block={block} isFirst={index === 0} isLast={index === blocks.length - 1} />
            ) : null}
          </li>
        ))}
        {shown < blocks.length ? (
          <li>
            <Button tone="quiet" size="small" onPress={() => setShown(shown + SHOWN)}>
              {t('render.showMore', { count: Math.min(SHOWN, blocks.length - shown) })}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

function Failed({ block, error }: { readonly block: Block; readonly error: WireError | null }) {
  const { t } = useTranslation()
  const session = useSession()
  const name = blockName(t, useStory(), block.id)
  return (
    <>
      <Button
        size="small"
        icon={<RefreshCw size={13} />}
        aria-label={t('render.queue.retryOne', { block: name })}
        onPress={() => {
          retryBlock(session, block.id).catch(session.report)
        }}
      >
        {t('app.render.again')}
      </Button>
      {error === null ? null : <p className={styles.why}>{t(`errors.${error.code}`, error.params)}</p>}
    </>
  )
}

interface WaitingProps {
  readonly block: Block
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Waiting({ block, isFirst, isLast }: WaitingProps) {
  const { t } = useTranslation()
  const session = useSession()
  const name = blockName(t, useStory(), block.id)
  return (
    <span className={styles.queueTools}>
      {ACTS.map((act) => {
        const Icon = ICONS[act]
        const isIdle = act === 'down' ? isLast : act !== 'remove' && isFirst
        return (
          <IconButton
            key={act}
            size="small"
            label={t(`render.queue.${act}`, { block: name })}
            // A button that is disabled while pressed loses the focus.
            aria-disabled={isIdle}
            data-act={`${block.id} ${act}`}
            onPress={() => {
              if (!isIdle) changeQueue(session, block.id, act).catch(session.report)
            }}
          >
            <Icon size={14} />
          </IconButton>
        )
      })}
    </span>
  )
}

/**
 * Keeps the focus in a list whose rows move or disappear: on the same button of the same block, or of the block that takes its
 * place.
 */
function useKeptFocus(blocks: readonly Block[]) {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef<{ readonly act: string; readonly index: number } | null>(null)
  useEffect(() => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-act]') ?? [])]
    const { activeElement } = document
    const known = last.current
    if (activeElement === document.body && known !== null) {
      const [, verb] = known.act.split(' ')
      const same = buttons.find(({ dataset }) => dataset['act'] === known.act)
      const alike = buttons.filter(({ dataset }) => dataset['act']?.endsWith(` ${verb ?? ''}`) === true)
      ;(same ?? alike[Math.min(known.index, alike.length - 1)])?.focus()
    }
  }, [blocks])
  useEffect(() => {
    const remember = () => {
      const { activeElement } = document
      const act = activeElement instanceof HTMLElement ? activeElement.dataset['act'] : undefined
      const row = activeElement?.closest('li')
      if (act === undefined || !row) last.current = null
      else last.current = { act, index: [...(row.parentElement?.children ?? [])].indexOf(row) }
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return list
}

interface BlockButtonProps {
  readonly block: Block
  /** Called before the block is shown in the script. */
  readonly onShow: () => void
  /** Shown beside the block's words. */
  readonly children?: ReactNode
}

/** A block in a list, by its number, character and words. A press shows it in the script. */
export function BlockButton({ block, onShow, children }: BlockButtonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const character = findCharacter(story, block.characterId)
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => {
        onShow()
        revealBlock(session, block.id, false)
      }}
    >
      <span className={styles.number}>{blockNumber(story, block.id) || ''}</span>
      <b dir="auto" style={characterColor(character?.color)}>
        {character?.name ?? t('inspector.narrator')}
      </b>
      <span dir="auto" className={styles.text}>
        {block.text}
      </span>
      {children}
    </button>
  )
}

/** Asks whether to resume an interrupted render in this file, which lacks audio bought meanwhile. If dismissed, asks again next time. */
export function BrokenOffDialog({ brokenOff: { blocks, credits } }: { readonly brokenOff: BrokenOff }) {
  const { t } = useTranslation()
  const session = useSession()
  const answer = (isWanted: boolean) => () => {
    answerBrokenOff(session, isWanted).catch(session.report)
  }
  return (
    <Dialog
      title={t('render.brokenOff.title')}
      closeLabel={t('app.close')}
      onClose={() => {
        closeBrokenOff(session.editor)
      }}
      actions={
        <>
          <Button tone="danger" onPress={answer(true)}>
            {t('render.brokenOff.goOn', { credits: t('units.estimate', { count: credits }) })}
          </Button>
          <Button tone="primary" autoFocus onPress={answer(false)}>
            {t('render.brokenOff.forget')}
          </Button>
        </>
      }
    >
      <p>{t('render.brokenOff.text', { count: blocks })}</p>
    </Dialog>
  )
}
