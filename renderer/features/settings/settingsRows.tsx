/** Every row of the settings page in one table: its section, search words, and control. */
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { MOST_AT_ONCE } from '../../../shared/jobs/pace.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/messages/languages.ts'
import { runCommand } from '../../actions/commands.ts'
import { openDialog } from '../../actions/dialogs.ts'
import { canNotify } from '../../actions/jobs.ts'
import { changeSettings } from '../../actions/settings.ts'
import { CapFields } from '../../fields/NumberField.tsx'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './SpellingSettings.module.css'
import { RoomOfRows, StoryTextSize } from './scriptLook.tsx'

export const SECTIONS = ['general', 'voices', 'connections', 'spending', 'shortcuts'] as const
export type SectionId = (typeof SECTIONS)[number]

export interface SettingsRow {
  readonly id: string
  readonly section: Exclude<SectionId, 'shortcuts'>
  /** The text that a search looks in. */
  readonly words: string
  readonly control: ReactNode
  /** Set if the section itself contains the list that the row leads to: then only a search shows the row. */
  readonly isListed?: true
}

/** The rows of all sections except shortcuts, which come from the table of commands. */
export function useSettingsRows(): readonly SettingsRow[] {
  const { t } = useTranslation()
  // A browser checks spelling itself, with its own setting.
  const isDesktop = useAppState((state) => state.info?.host === 'desktop')
  return [
    {
      id: 'language',
      section: 'general',
      words: `${t('settings.language')} ${Object.values(LANGUAGE_NAMES).join(' ')}`,
      control: <LanguageChoice />,
    },
    { id: 'theme', section: 'general', words: t('app.theme'), control: <Theme /> },
    { id: 'storyText', section: 'general', words: t('settings.storyText'), control: <StoryTextSize /> },
    { id: 'rows', section: 'general', words: t('settings.rows'), control: <RoomOfRows /> },
    {
      id: 'hints',
      section: 'general',
      words: `${t('settings.hintsTitle')} ${t('settings.hints')}`,
      control: <Leading to="showHints" title={t('settings.hintsTitle')} note={t('settings.hints')} />,
    },
    {
      id: 'notifying',
      section: 'general',
      words: `${t('settings.notifying')} ${t('settings.notifyingHint')}`,
      control: <NotifyingChoice />,
    },
    ...(isDesktop
      ? ([
          {
            id: 'spelling',
            section: 'general',
            words: `${t('settings.spelling')} ${t('settings.spellingHint')}`,
            control: <SpellingChoice />,
          },
          {
            id: 'ownWords',
            section: 'general',
            words: `${t('settings.ownWords')} ${t('settings.ownWordsHint')}`,
            control: <OwnWords />,
          },
        ] as const)
      : []),
    {
      id: 'ownVoices',
      section: 'voices',
      words: `${t('servers.voicesTitle')} ${t('settings.ownVoices')}`,
      control: <OwnVoices />,
    },
    {
      id: 'engines',
      section: 'voices',
      words: `${t('servers.engine.title')} ${t('commands.engines')}`,
      control: <Leading to="engines" title={t('servers.engine.title')} note={t('settings.engines')} />,
    },
    {
      id: 'languageModels',
      isListed: true,
      section: 'connections',
      words: `${t('servers.languageModel.title')} ${t('commands.languageModels')}`,
      control: (
        <Leading
          to="languageModels"
          title={t('servers.languageModel.title')}
          note={t('settings.languageModels')}
        />
      ),
    },
    {
      id: 'connections',
      isListed: true,
      section: 'connections',
      words: `${t('servers.connection.title')} ${t('settings.connections')}`,
      control: (
        <Leading to="connections" title={t('servers.connection.title')} note={t('settings.connections')} />
      ),
    },
    {
      id: 'events',
      section: 'connections',
      words: `${t('conversions.title')} ${t('settings.conversions')}`,
      control: <Leading to="conversions" title={t('conversions.title')} note={t('settings.conversions')} />,
    },
    {
      id: 'atOnce',
      section: 'connections',
      words: t('settings.atOnce'),
      control: <AtOnceChoice />,
    },
    {
      id: 'caps',
      section: 'spending',
      words: `${t('conversions.ledger.perStory')} ${t('conversions.ledger.perDay')} ${t('conversions.ledger.caps')}`,
      control: <CapFields />,
    },
  ]
}

function LanguageChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const chosen = useAppState((state) => state.settings.language)
  return (
    <SegmentField
      label={t('settings.language')}
      value={chosen}
      options={(['system', ...LANGUAGES] as const).map((id) => ({
        id,
        name: id === 'system' ? t('app.themes.system') : LANGUAGE_NAMES[id],
      }))}
      onChange={(language) => {
        changeSettings(app, { language })
      }}
    />
  )
}

function Theme() {
  const { t } = useTranslation()
  const app = useApp()
  const theme = useAppState((state) => state.settings.theme)
  return (
    <SegmentField
      label={t('app.theme')}
      value={theme}
      options={(['system', 'light', 'dark'] as const).map((id) => ({ id, name: t(`app.themes.${id}`) }))}
      onChange={(chosen) => {
        changeSettings(app, { theme: chosen })
      }}
    />
  )
}

function OwnVoices() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Words title={t('servers.voicesTitle')} note={t('settings.ownVoices')}>
      <Button
        onPress={() => {
          openDialog(app, { kind: 'voices' })
        }}
      >
        {t('servers.manageVoices')}
      </Button>
    </Words>
  )
}

interface LeadingProps {
  readonly to: CommandId
  readonly title: string
  readonly note: string
}

/** A row that opens the dialog with the setting. */
function Leading({ to, title, note }: LeadingProps) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Words title={title} note={note}>
      <Button
        onPress={() => {
          runCommand(app, to)
        }}
      >
        {t(`commands.${to}`)}
      </Button>
    </Words>
  )
}

interface WordsProps {
  readonly title: string
  readonly note: string
  readonly children: ReactNode
}

function Words({ title, note, children }: WordsProps) {
  return (
    <div>
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
      {children}
    </div>
  )
}

const CHOICES = [1, 2, 3, 5, MOST_AT_ONCE] as const

/** How many blocks each service renders at the same time. */
function AtOnceChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const count = useAppState((state) => state.settings.blocksAtOnce)
  return (
    <SegmentField
      label={t('settings.atOnce')}
      value={String(count)}
      options={CHOICES.map((choice) => ({ id: String(choice), name: String(choice) }))}
      onChange={(choice) => {
        changeSettings(app, { blocksAtOnce: Number(choice) })
      }}
    />
  )
}

/** Whether the end of a render is announced by a notification. A browser first asks for permission, and only after a press. */
function NotifyingChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const isOn = useAppState((state) => state.settings.isNotifying)
  const isBrowser = useAppState((state) => state.info?.host === 'browser')
  const [permission, setPermission] = useState(canNotify)
  return (
    <div>
      <SwitchField
        label={t('settings.notifying')}
        hint={t('settings.notifyingHint')}
        isAtEnd
        isOn={isOn}
        onChange={(isNotifying) => {
          changeSettings(app, { isNotifying })
        }}
      />
      {isBrowser && isOn && permission === 'default' ? (
        <Button
          onPress={() => {
            Notification.requestPermission().then(setPermission, app.report)
          }}
        >
          {t('settings.allowNotifying')}
        </Button>
      ) : null}
      {isBrowser && isOn && permission === 'denied' ? <small>{t('settings.notifyingDenied')}</small> : null}
    </div>
  )
}

/** Whether the desktop app checks the spelling. */
function SpellingChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const isOn = useAppState((state) => state.settings.checksSpelling)
  return (
    <div>
      <SwitchField
        label={t('settings.spelling')}
        hint={t('settings.spellingHint')}
        isAtEnd
        isOn={isOn}
        onChange={(checksSpelling) => {
          changeSettings(app, { checksSpelling })
        }}
      />
    </div>
  )
}

/** The words that the writer has added, each of which can be removed. */
function OwnWords() {
  const { t } = useTranslation()
  const app = useApp()
  const words = useAppState((state) => state.settings.ownWords)
  const remove = (word: string) => {
    const { ownWords } = app.state.getState().settings
    changeSettings(app, { ownWords: ownWords.filter((other) => other !== word) })
  }
  return (
    <div>
      <span>
        <b>{t('settings.ownWords')}</b>
        <small>{words.length === 0 ? t('settings.noOwnWords') : t('settings.ownWordsHint')}</small>
      </span>
      {words.length === 0 ? null : <WordList words={words} onRemove={remove} />}
    </div>
  )
}

interface WordListProps {
  readonly words: readonly string[]
  readonly onRemove: (word: string) => void
}

function WordList({ words, onRemove: remove }: WordListProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.words} aria-label={t('settings.ownWords')}>
      {words
        .toSorted((a, b) => a.localeCompare(b))
        .map((word) => (
          <li key={word}>
            <bdi>{word}</bdi>
            <IconButton size="small" label={t('settings.removeWord', { word })} onPress={() => remove(word)}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
    </ul>
  )
}
