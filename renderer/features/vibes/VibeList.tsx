import { Undo2 } from 'lucide-react'
import { useRef } from 'react'
import type { VibeView } from '../../../shared/ipc/vibesContract.ts'
import { keepVibe } from '../../actions/vibes.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { inspectVibes } from '../../stores/editorStore.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useFocusOnNeighbour } from '../../ui/useFocusOnNeighbour.ts'
import { MasterVibe, OwnVibe } from './VibeForm.tsx'
import styles from './Vibes.module.css'

interface VibeListProps {
  readonly kind: 'custom' | 'master'
  /** What is looked for. */
  readonly text: string
  /** The writer's own vibes that the service found; null where all are shown. */
  readonly found: readonly VibeView[] | null
  /** The id of the vibe that is open. */
  readonly openId: number | null
}

/** One of the library's two lists; a vibe opens where it stands. */
export function VibeList({ kind, text, found, openId }: VibeListProps) {
  const { t } = useTranslation()
  const all = useVibesState((state) => state[kind])
  const removing = useVibesState((state) => state.removing)
  const session = useSession()
  if (all === null)
    return <p className={styles.quiet}>{t(kind === 'custom' ? 'vibes.noOwn' : 'vibes.noMaster')}</p>
  const wanted = text.trim()
  const shown = kind === 'custom' ? (found ?? all) : all.filter((vibe) => holds(vibe, wanted))
  if (shown.length === 0) {
    const isSearch = all.length > 0
    const empty = kind === 'custom' ? 'vibes.empty' : 'vibes.noMaster'
    const nothing = kind === 'custom' ? 'vibes.nothingFound' : 'vibes.nothingFoundMaster'
    return <p className={styles.quiet}>{isSearch ? t(nothing, { text: wanted }) : t(empty)}</p>
  }
  return (
    <ul className={styles.list} aria-label={t(kind === 'custom' ? 'vibes.own' : 'vibes.master')}>
      {shown.map((vibe) => (
        <li key={vibe.id}>
          {kind === 'custom' && removing.has(vibe.id) ? (
            <div className={styles.removed}>
              {t('vibes.removedRow', { name: vibe.name })}
              {removing.get(vibe.id)?.deleting === null ? <UndoButton vibe={vibe} /> : null}
            </div>
          ) : (
            <>
              <button
                type="button"
                className={styles.row}
                aria-expanded={openId === vibe.id}
                onClick={() => {
                  inspectVibes(session.editor, { openId: openId === vibe.id ? null : vibe.id })
                }}
              >
                <span className={styles.name} dir="auto">
                  {vibe.name}
                </span>
                <small dir="auto" title={vibe.prompt}>
                  {vibe.prompt}
                </small>
              </button>
              {openId === vibe.id ? (
                kind === 'master' ? (
                  <MasterVibe vibe={vibe} />
                ) : (
                  <OwnVibe vibe={vibe} key={`${vibe.name}·${vibe.prompt}`} />
                )
              ) : null}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The way back for a vibe that is about to be deleted. */
function UndoButton({ vibe }: { readonly vibe: VibeView }) {
  const { t } = useTranslation()
  const session = useSession()
  const place = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(place)
  return (
    <span ref={place}>
      <IconButton
        label={t('vibes.undoDelete', { name: vibe.name })}
        autoFocus
        onPress={() => {
          keepVibe(session, vibe).catch(session.report)
        }}
      >
        <Undo2 size={15} />
      </IconButton>
    </span>
  )
}

/** Master vibes cannot be searched at the service, so the words are looked for here. */
function holds({ name, prompt }: VibeView, text: string): boolean {
  const fold = (words: string) => words.normalize('NFKC').toLocaleLowerCase()
  return [name, prompt].some((words) => fold(words).includes(fold(text)))
}
