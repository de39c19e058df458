import type { TFunction } from 'i18next'
import { type ReactNode, useId, useState } from 'react'
import type { VibeView } from '../../../shared/ipc/libraryContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { type VibeWords, withoutKnown } from '../../../shared/story/vibes.ts'
import { createVibe, removeVibe, shareVibes } from '../../actions/vibes.ts'
import { toWireError } from '../../actions/errors.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { useSession, useStoryIfOpen } from '../../hooks/session.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatList } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { VibeInUse } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionDialog, Dialog } from '../../ui/Dialog.tsx'
import styles from './Vibes.module.css'

interface ImportVibesDialogProps {
  readonly fileName: string
  readonly vibes: readonly VibeWords[]
}

/** Shows what a file of vibes would add to the library. */
export function ImportVibesDialog({ fileName, vibes }: ImportVibesDialogProps) {
  const { t } = useTranslation()
  const app = useApp()
  const ofStory = useStoryIfOpen(({ story }) => story.info.connectionId)
  const ofLibrary = useVibesState((state) => state.connectionId)
  const custom = useVibesState((state) => state.custom) ?? []
  const missing = new Set(withoutKnown(vibes, custom))
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setIsAdding] = useState(false)
  const [error, setError] = useState<WireError | null>(null)
  const entries = vibes.map((vibe, index): VibeEntry & { readonly isNew: boolean } => {
    const isNew = missing.has(vibe)
    const hasNamesake = isNew && custom.some(({ name }) => name === vibe.name)
    const note = isNew ? (hasNamesake ? t('vibes.importNamesake') : undefined) : t('vibes.importKnown')
    return { ...vibe, key: String(index), isNew, isFixed: !isNew, ...(note !== undefined && { note }) }
  })
  const wanted = entries.filter(({ isNew, key }) => isNew && !refused.has(key))
  const known = vibes.length - missing.size
  const close = useCloseDialog()
  const add = async () => {
    const connectionId = ofStory ?? ofLibrary
    if (connectionId === null) return
    setIsAdding(true)
    setError(null)
    try {
      // Each one is in the library's list as soon as it is created, so that a retry after a failure requests only the others.
      for (const { name, prompt } of wanted) await createVibe(app, { name, prompt }, connectionId)
      close()
      app.note('vibes.imported', { count: wanted.length })
    } catch (caught) {
      setError(toWireError(app, caught))
    } finally {
      setIsAdding(false)
    }
  }
  return (
    <Dialog
      title={t('vibes.importTitle', { name: fileName })}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t(missing.size === 0 ? 'app.close' : 'app.cancel')}</Button>
          {missing.size === 0 ? null : (
            <Button
              tone="primary"
              isDisabled={wanted.length === 0 || isAdding}
              onPress={() => {
                void add()
              }}
            >
              {isAdding ? t('vibes.importing') : t('vibes.importGo', { count: wanted.length })}
            </Button>
          )}
        </>
      }
    >
      <p role="status">
        {missing.size === 0
          ? t('vibes.importNothing', { count: known })
          : t('vibes.importText', { count: missing.size, known })}
      </p>
      {error === null ? null : (
        <p role="alert" className={styles.bad}>
          {errorText(t, error)}
        </p>
      )}
      <VibeChecklist
        label={t('vibes.importList')}
        entries={entries}
        chosen={new Set(wanted.map(({ key }) => key))}
        isDisabled={isAdding}
        onChange={(chosen) => {
          setRefused(
            new Set(entries.filter(({ key, isNew }) => isNew && !chosen.has(key)).map(({ key }) => key)),
          )
        }}
      />
    </Dialog>
  )
}

/** Which of the writer's own vibes go into a file: all by default. */
export function ShareVibesDialog() {
  const { t } = useTranslation()
  const app = useApp()
  const custom = useVibesState((state) => state.custom) ?? []
  const removing = useVibesState((state) => state.removing)
  const entries = custom
    .filter(({ id }) => !removing.has(id))
    .map((vibe) => ({ ...vibe, key: String(vibe.id) }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(entries.map(({ key }) => key)))
  const wanted = entries.filter(({ key }) => chosen.has(key))
  const close = useCloseDialog()
  return (
    <ActionDialog
      title={t('vibes.shareTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('vibes.shareGo', { count: wanted.length }),
        isDisabled: wanted.length === 0,
        onPress: () => {
          shareVibes(app, wanted).catch(app.report)
        },
      }}
    >
      <p>{t('vibes.shareText')}</p>
      <VibeChecklist label={t('vibes.own')} entries={entries} chosen={chosen} onChange={setChosen}>
        <div>
          <Button
            onPress={() => {
              setChosen(new Set(wanted.length === entries.length ? [] : entries.map(({ key }) => key)))
            }}
          >
            {t(wanted.length === entries.length ? 'vibes.chooseNone' : 'vibes.chooseAll')}
          </Button>
        </div>
      </VibeChecklist>
    </ActionDialog>
  )
}

/** Asks for confirmation before deleting a vibe that is in use. */
export function DeleteVibeDialog({ vibe, inUse }: { readonly vibe: VibeView; readonly inUse: VibeInUse }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <DeleteQuestion
      question={questionOf(t, vibe.name, inUse)}
      go={t('vibes.deleteGo')}
      onDelete={async () => removeVibe(session, vibe)}
      onClose={useCloseDialog()}
    />
  )
}

/** The most blocks and stories to name. */
const MOST_NAMED = 12

function questionOf(t: TFunction, name: string, { blocks, characters, stories }: VibeInUse): string {
  const listed = (all: readonly (number | string)[]) => {
    const more = all.length - MOST_NAMED
    const named = all.slice(0, MOST_NAMED).map((each) => (each === '' ? t('app.untitled') : String(each)))
    return formatList(more > 0 ? [...named, t('vibes.andMore', { count: more })] : named)
  }
  const parts = [
    blocks.length > 0 && t('vibes.usedByBlocks', { name, count: blocks.length, numbers: listed(blocks) }),
    characters.length > 0 &&
      t('vibes.usedByCharacters', { name, count: characters.length, names: listed(characters) }),
    stories.length > 0 && t('vibes.usedByStories', { name, count: stories.length, titles: listed(stories) }),
  ]
  return [...parts.filter((part) => part !== false), t('vibes.deleteNote')].join(' ')
}

interface VibeEntry extends VibeWords {
  readonly key: string
  /** A remark about it. */
  readonly note?: string
  /** Whether it cannot be chosen. */
  readonly isFixed?: boolean
}

interface VibeChecklistProps {
  readonly label: string
  readonly entries: readonly VibeEntry[]
  readonly chosen: ReadonlySet<string>
  readonly isDisabled?: boolean
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** A line above the list, such as a switch for all. */
  readonly children?: ReactNode
}

/** Vibes to tick off. */
function VibeChecklist({ label, entries, chosen, isDisabled, onChange, children }: VibeChecklistProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      <legend className="visually-hidden">{label}</legend>
      {children}
      <ul className={styles.vibeChecklistList}>
        {entries.map(({ key, name, prompt, note, isFixed }) => (
          <li key={key}>
            <label className={styles.entry} data-fixed={isFixed === true || undefined}>
              <input
                type="checkbox"
                checked={chosen.has(key)}
                disabled={isFixed}
                aria-describedby={`${id}-${key}`}
                onChange={(event) => {
                  const others = [...chosen].filter((other) => other !== key)
                  onChange(new Set(event.target.checked ? [...others, key] : others))
                }}
              />
              <span className={styles.vibeChecklistWords}>
                <b dir="auto">{name}</b>
                <small dir="auto" id={`${id}-${key}`}>
                  {prompt}
                  {note === undefined ? null : <em>{note}</em>}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
