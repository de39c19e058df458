import {
  AppWindow,
  AudioWaveform,
  BookA,
  Bot,
  Check,
  ClipboardCopy,
  Coins,
  Copy,
  Drama,
  Ellipsis,
  FileAudio,
  FileDiff,
  FileInput,
  FilePlus,
  FolderOpen,
  HardDrive,
  Heading,
  History,
  House,
  Keyboard,
  Layers,
  ListRestart,
  type LucideIcon,
  Music,
  PanelLeft,
  PanelRight,
  Plug,
  Printer,
  Redo2,
  Replace,
  Save,
  Search,
  Server,
  Settings,
  Share,
  Sparkles,
  StickyNote,
  Undo2,
  Users,
  X,
} from 'lucide-react'
import { useId, useRef } from 'react'
import {
  Button as AriaButton,
  Header as AriaHeader,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import { type CommandId, pageGroups } from '../../../shared/commands/commands.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { commandTip, isEnabled, runCommand, shownKeys } from '../../actions/commands.ts'
import { leaveForRow } from '../../actions/editing.ts'
import { speakBy } from '../../actions/servers.ts'
import { FindButton } from '../../fields/FindButton.tsx'
import { useApp, useAppState, useJobsState, usePanel, useViewState } from '../../hooks/app.ts'
import {
  useCounts,
  useIsFree,
  useRenderState,
  useSession,
  useStory,
  useStoryState,
} from '../../hooks/session.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { lostServices } from '../../stores/jobsStore.ts'
import type { PanelName } from '../../stores/panels.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dot } from '../../ui/Chip.tsx'
import { KeptCursor } from '../../ui/TextField.tsx'
import { Later } from '../../ui/Later.tsx'
import menuStyles from '../../ui/MenuButton.module.css'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Header.module.css'

/** The top bar: the story's title, undo and redo, the connection, and the buttons for playing, rendering and exporting. */
export function Header() {
  const { t } = useTranslation()
  const app = useApp()
  const isSmall = useViewState((state) => state.windowSize === 'small')
  const run = (id: CommandId) => () => {
    runCommand(app, id)
  }
  const groups = isSmall ? [STEPS, ...pageGroups()] : pageGroups()
  return (
    <header
      className={styles.header}
      data-small={isSmall || undefined}
      data-region="header"
      aria-label={t('app.topBar')}
    >
      <IconButton label={t('commands.closeStory')} onPress={run('closeStory')}>
        <House size={16} />
      </IconButton>
      <PanelButton name="left" command="toggleOutline" />
      <StoryTitle />
      {isSmall ? null : STEPS.map((id) => <StepButton key={id} id={id} />)}
      <Later>
        <span className={styles.space} />
        <FindButton />
        <span className={styles.space} />
        <ConnectionChoice />
        {isSmall ? (
          <IconButton label={t('commands.export')} onPress={run('export')}>
            <Share size={16} />
          </IconButton>
        ) : (
          <Button onPress={run('export')}>{t('commands.export')}</Button>
        )}
        <RenderButton />
        <PanelButton name="inspector" command="toggleInspector" />
        <MenuButton
          label={t('app.menu')}
          isWide
          entries={groups.flatMap((group, groupIndex) =>
            group.map((id, index) => ({
              id,
              startsGroup: groupIndex > 0 && index === 0,
              label: t(`commands.${id}`),
              icon: iconOf(id),
              shortcut: shownKeys(app, id),
              isDisabled: !isEnabled(app, id),
              onAction: run(id),
            })),
          )}
        >
          <Ellipsis size={17} />
        </MenuButton>
      </Later>
    </header>
  )
}

/** The icon of a command in the menu. */
function iconOf(id: CommandId) {
  const Icon = COMMAND_ICONS[id]
  return Icon === undefined ? null : <Icon size={15} />
}

/** Shown in the menu if the top bar has no room for them. */
const STEPS = ['undo', 'redo'] as const

/** The title, as a field, and whether everything is saved. */
function StoryTitle() {
  const { t } = useTranslation()
  const session = useSession()
  const title = useStory((story) => story.info.title)
  const location = useStoryState((state) => state.project.location)
  const saving = useStoryState((state) => state.saving)
  const titleField = useRef<HTMLInputElement>(null)
  return (
    <>
      <h1 className={styles.heading}>
        <input
          ref={titleField}
          className={styles.title}
          dir="auto"
          aria-label={t('app.storyTitle')}
          title={title}
          value={title}
          maxLength={MAX_LABEL}
          placeholder={t('app.untitled')}
          onChange={(event) => {
            session.edit('edits.rename', renameStory(storyOf(session), event.target.value), 'title')
          }}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) leaveForRow(session, currentTarget)
          }}
        />
        <KeptCursor field={titleField} value={title} />
      </h1>
      <span className={styles.saved} title={location ?? t('app.draftHint')}>
        {t(`app.saving.${saving}`)}
      </span>
    </>
  )
}

const STEP_ICONS = { undo: Undo2, redo: Redo2 } as const

/** Undo or redo; the tip names the edit. */
function StepButton({ id }: { readonly id: (typeof STEPS)[number] }) {
  const { t } = useTranslation()
  const app = useApp()
  const edit = useStoryState((state) => state.history[id === 'undo' ? 'past' : 'future'].at(-1)?.label)
  const Icon = STEP_ICONS[id]
  const name = t(`commands.${id}`)
  return (
    <IconButton
      label={name}
      tip={commandTip(app, id, edit === undefined || !isTextKey(edit) ? undefined : `${name} ${t(edit)}`)}
      isDisabled={edit === undefined}
      onPress={() => {
        runCommand(app, id)
      }}
    >
      <Icon size={16} />
    </IconButton>
  )
}

const PANEL_ICONS = { left: PanelLeft, inspector: PanelRight } as const

/** Shows and hides a panel that is a drawer, or is folded. A panel beside the script has its own button. */
function PanelButton({
  name,
  command,
}: {
  readonly name: Exclude<PanelName, 'timeline'>
  readonly command: CommandId
}) {
  const { t } = useTranslation()
  const app = useApp()
  const isLarge = useViewState((state) => state.windowSize === 'large')
  const { isDrawer, isOpen } = usePanel(name)
  if (isLarge && isOpen) return null
  const Icon = PANEL_ICONS[name]
  return (
    <IconButton
      label={t(`app.panels.${name}`)}
      tip={commandTip(app, command)}
      look={isDrawer && isOpen ? 'chosen' : 'bare'}
      aria-expanded={isOpen}
      onPress={() => {
        runCommand(app, command)
      }}
    >
      <Icon size={16} />
    </IconButton>
  )
}

/** Renders the story. Shows how many blocks that affects, and what it costs. */
function RenderButton() {
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
  // The facts are drawn by CSS: they are the button's description, not part of its name.
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

/** The icons of commands in the page's menu; a command without one leaves the space empty. */
const COMMAND_ICONS: Readonly<Partial<Record<CommandId, LucideIcon>>> = {
  newStory: FilePlus,
  openStory: FolderOpen,
  newWindow: AppWindow,
  addFile: FileInput,
  updateFromFile: FileDiff,
  documents: FileAudio,
  saveVersion: Save,
  versions: Layers,
  heldTakes: HardDrive,
  saveAs: Copy,
  print: Printer,
  history: History,
  undo: Undo2,
  redo: Redo2,
  find: Search,
  replace: Replace,
  addChapter: Heading,
  addMusic: Music,
  addEffect: AudioWaveform,
  cast: Users,
  castVoices: Drama,
  notes: StickyNote,
  connections: Plug,
  engines: Server,
  languageModels: Bot,
  vibes: Sparkles,
  lexicon: BookA,
  conversions: Coins,
  settings: Settings,
  shortcuts: Keyboard,
  showHints: ListRestart,
  copyDiagnostics: ClipboardCopy,
  closeStory: X,
}

/** Shows the connection that speaks the story, and changes it. */
export function ConnectionChoice() {
  const { t } = useTranslation()
  const session = useSession()
  const connectionId = useStory((story) => story.info.connectionId)
  const connections = useAppState((state) => state.servers.connection)
  const speech = useAppState((state) => state.speech)
  const render = useRenderState()
  const jobs = useJobsState((state) => state.jobs)
  const isLost = lostServices({ jobs }).some((service) => service.connectionId === connectionId)
  const hasFailed = isLost || (render.phase === 'failed' && OF_SERVICE.has(render.error.code))
  const chosen = connections.find(({ id }) => id === connectionId)
  const isBuiltIn = connectionId === BUILT_IN_CONNECTION
  const name = isBuiltIn ? t(`app.speech.${speech}`) : (chosen?.name ?? t('servers.unknown'))
  const options = [{ id: BUILT_IN_CONNECTION, name: t('servers.builtIn') }, ...connections]
  return (
    <MenuTrigger>
      <AriaButton className={styles.button ?? ''} aria-label={t('servers.choice', { name })}>
        <Dot color={isBuiltIn ? BUILT_IN_DOTS[speech] : hasFailed ? '--bad' : dotOf(chosen)} />
        <span className={styles.name}>{name}</span>
      </AriaButton>
      <Popover className={menuStyles.popover ?? ''} placement="bottom end">
        <Menu className={menuStyles.menu ?? ''} aria-label={t('servers.choiceMenu')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[connectionId]}
            onSelectionChange={(keys) => {
              const [id] = keys === 'all' ? [] : keys
              if (id !== undefined) speakBy(session, String(id))
            }}
          >
            <AriaHeader className={styles.connectionChoiceHeading ?? ''}>
              {t('servers.choiceMenu')}
            </AriaHeader>
            {options.map((option) => (
              <MenuItem
                key={option.id}
                id={option.id}
                className={menuStyles.item ?? ''}
                textValue={option.name}
              >
                {({ isSelected }) => (
                  <>
                    {option.name}
                    {isSelected ? <Check size={14} aria-hidden="true" /> : null}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={menuStyles.line ?? ''} />
          <MenuItem
            className={menuStyles.item ?? ''}
            onAction={() => {
              runCommand(session, 'connections')
            }}
          >
            {t('servers.manage')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** Failures of a render that mean that the service cannot be used now. */
const OF_SERVICE: ReadonlySet<string> = new Set<ErrorCode>([
  'service-unreachable',
  'service-name-unknown',
  'service-silent',
  'service-cut-off',
  'service-untrusted',
  'service-redirected',
  'service-key-refused',
  'service-key-unusable',
  'service-failed',
])

const BUILT_IN_DOTS = { starting: '--warn', ready: '--ok', failed: '--bad' } as const

function dotOf(connection: { readonly hasKey: boolean } | undefined): string {
  return connection === undefined ? '--bad' : connection.hasKey ? '--ok' : '--warn'
}
