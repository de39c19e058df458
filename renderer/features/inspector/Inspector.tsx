import { Coins, ChevronDown, Lock, LockOpen, X } from 'lucide-react'
import { canonicalLanguage } from '../../../shared/lib/languageTag.ts'
import { speakTitles, patchSilenceRules } from '../../../shared/story/castCommands.ts'
import { isSameValue } from '../../../shared/story/changes.ts'
import { MAX_SILENCE_MS } from '../../../shared/story/limits.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { findMusic } from '../../../shared/story/musicCommands.ts'
import {
  CALM_SILENCES,
  NATURAL_SILENCES,
  NO_SILENCES,
  SILENCE_BOUNDARIES,
  type Block,
  type BlockId,
  type SilenceRules,
} from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findBlock, blockNumber, findCharacter } from '../../../shared/story/selectors.ts'
import { countSilences } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'
import { ENGINE_LANGUAGES } from '../../../shared/voices/languages.ts'
import { openMenu } from '../../actions/speaking.ts'
import { openCasting, speakLanguage } from '../../actions/cast.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { hidePanel } from '../../actions/panels.ts'
import { usePanel } from '../../hooks/app.ts'
import {
  useEditor,
  useStory,
  useSession,
  useBlockStates,
  useDeferredStory,
  useIsFree,
  useAudioState,
  useSelectionLocked,
} from '../../hooks/session.ts'
import { localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { storyOf } from '../../stores/app.ts'
import { countStates } from '../../stores/blockState.ts'
import { chosenMusic } from '../../stores/editorStore.ts'
import { isHeardWhole } from '../../stores/timing.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dot } from '../../ui/Chip.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SecondsField } from '../../ui/NumberBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { BlockFields } from './BlockFields.tsx'
import { BlockTakes } from './BlockTakes.tsx'
import styles from './Inspector.module.css'
import { MusicInspector } from './MusicInspector.tsx'
import { ReadAgain } from './ReadAgain.tsx'

/** The settings of the chosen blocks, or of the chosen music. */
export function Inspector() {
  const { t } = useTranslation()
  const music = useMusicShown()
  return (
    <aside
      className={styles.inspector}
      data-region="inspector"
      tabIndex={-1}
      role="region"
      aria-label={t('inspector.region')}
    >
      {music === undefined ? <BlockInspector /> : <MusicInspector key={music.id} music={music} />}
    </aside>
  )
}

function useMusicShown() {
  const chosen = useEditor(chosenMusic)
  return useStory((story) => findMusic(story, chosen))
}

function BlockInspector() {
  const { t } = useTranslation()
  const chosen = useEditor((state) => state.selection.at(-1) ?? null)
  const isOne = useEditor((state) => state.selection.length === 1)
  const block = useStory((story) => spokenAs(story, chosen))
  return (
    <>
      <InspectorHead block={block} />
      <div className={styles.body}>
        {block === undefined ? (
          <>
            <p className={styles.empty}>{t('inspector.empty')}</p>
            <SilenceRulesFields />
            <StoryLanguage />
            <SpokenTitles />
          </>
        ) : (
          <>
            <BlockFields block={block} />
            {isOne ? <BlockTakes key={block.id} blockId={block.id} /> : <IfChanged />}
          </>
        )}
      </div>
      {block === undefined || !isOne ? null : <ReadAgain key={block.id} blockId={block.id} />}
    </>
  )
}

/** A block without its words and position: its settings do not change while its text is typed. */
function spokenAs(story: Story, id: BlockId | null): Block | undefined {
  const block = findBlock(story, id)
  return block && { ...block, text: '', rank: '' }
}

/** Whether the titles of the story's chapters are spoken. */
function SpokenTitles() {
  const { t } = useTranslation()
  const session = useSession()
  const isOn = useStory((story) => story.info.speaksTitles)
  return (
    <section className={styles.rules} aria-label={t('inspector.titles.speak')}>
      <SwitchField
        label={t('inspector.titles.speak')}
        isOn={isOn}
        onChange={(speaks) => {
          session.edit('edits.speakTitles', speakTitles(storyOf(session), speaks))
        }}
      />
      <p className={styles.empty}>{t('inspector.titles.about')}</p>
    </section>
  )
}

const UNKNOWN = 'unknown'
/** Languages alone, and with their regions. */
const TAGS = [
  ...new Set(
    ENGINE_LANGUAGES.flatMap(([tag]) => [tag.split('-')[0] ?? '', tag]).map((tag) => canonicalLanguage(tag)),
  ),
].filter((tag) => tag !== '' && !tag.includes('-x-'))

/** The language that the story is written in, which casting uses. */
export function StoryLanguage() {
  const { t } = useTranslation()
  const session = useSession()
  const language = useStory((story) => story.info.language)
  const hasCast = useStory((story) => story.cast.length > 0)
  const tags = language === null || TAGS.includes(language) ? TAGS : [language, ...TAGS]
  const { names } = localeFormats()
  const options = tags
    .map((id) => ({ id, name: languageName(id) }))
    .toSorted((a, b) => names.compare(a.name, b.name))
  return (
    <section className={styles.rules} aria-label={t('inspector.language.title')}>
      <ComboField
        label={t('inspector.language.title')}
        value={language ?? UNKNOWN}
        options={[{ id: UNKNOWN, name: t('inspector.language.none') }, ...options]}
        emptyText={t('inspector.noMatch')}
        onChange={(tag) => {
          speakLanguage(session, tag === UNKNOWN ? null : tag)
        }}
      />
      <p className={styles.empty}>{t('inspector.language.about')}</p>
      {hasCast ? (
        <Button
          size="small"
          onPress={() => {
            openCasting(session)
          }}
        >
          {t('inspector.language.cast')}
        </Button>
      ) : null}
    </section>
  )
}

/** What changing the settings of the selected blocks would do to their audio, and the cost of rendering it again. */
function IfChanged() {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const states = useBlockStates()
  const selection = useEditor((state) => state.selection)
  const isFree = useIsFree()
  const { ready, changed, notMade, locked } = countStates(
    selection.map((id) => states.get(id)).filter((state) => state !== undefined),
  )
  const credits = selection.reduce((sum, id) => {
    const block = findBlock(story, id)
    return block === undefined || isLocked(block) ? sum : sum + blockCharacters(story, block)
  }, 0)
  return (
    <section className={styles.ifChanged} aria-label={t('inspector.ifChanged')}>
      <h3 className={styles.title}>{t('inspector.ifChanged')}</h3>
      <ul>
        {ready === 0 ? null : (
          <li>
            <StateMark state="ready" word={t('units.blockState.ready')} />
            {t('inspector.goesStale', { count: ready })}
          </li>
        )}
        {changed === 0 ? null : (
          <li>
            <StateMark state="changed" word={t('units.blockState.changed')} />
            {t('inspector.isStale', { count: changed })}
          </li>
        )}
        {notMade === 0 ? null : (
          <li>
            <StateMark state="notMade" word={t('units.blockState.notMade')} />
            {t('inspector.isNotMade', { count: notMade })}
          </li>
        )}
        {locked === 0 ? null : (
          <li>
            <StateMark state="locked" word={t('units.blockState.locked')} />
            {t('inspector.isLocked', { count: locked })}
          </li>
        )}
        <li>
          <Coins size={13} aria-hidden="true" />
          {isFree
            ? t('inspector.makingFree')
            : t('inspector.makingCosts', { price: t('units.estimate', { count: credits }) })}
        </li>
      </ul>
    </section>
  )
}

const PRESETS = { none: NO_SILENCES, natural: NATURAL_SILENCES, calm: CALM_SILENCES } as const
const PRESET_NAMES = ['none', 'natural', 'calm'] as const

/** The silences of the story's rules: one for each boundary, or all of them at once. */
function SilenceRulesFields() {
  const { t } = useTranslation()
  const session = useSession()
  const rules = useStory((story) => story.info.silenceRules)
  const ruled = useStory((story) => countSilences(story).ruled)
  const pinned = useStory((story) => countSilences(story).pinned)
  const audio = useAudioState((state) => state)
  const isWhole = useStory((story) => isHeardWhole(story, audio))
  const preset = PRESET_NAMES.find((name) => isSameValue(PRESETS[name], rules)) ?? null
  return (
    <section className={styles.rules} aria-label={t('inspector.rules.title')}>
      <h2 className={styles.title}>{t('inspector.rules.title')}</h2>
      <SegmentField
        label={t('inspector.rules.preset')}
        value={preset}
        options={PRESET_NAMES.map((name) => ({ id: name, name: t(`inspector.rules.presets.${name}`) }))}
        onChange={(name) => patch(PRESETS[name])}
      />
      <div className={styles.pair}>
        {SILENCE_BOUNDARIES.map((boundary) => (
          <SecondsField
            key={boundary}
            label={t(`inspector.rules.${boundary}`)}
            unit={t('inspector.secondsUnit')}
            valueMs={rules[boundary]}
            maxMs={MAX_SILENCE_MS}
            onChange={(value) => patch({ [boundary]: value ?? 0 }, `rules:${boundary}`)}
          />
        ))}
      </div>
      <p className={styles.empty} role="status">
        {t('inspector.rules.ruled', { count: ruled })} {t('inspector.rules.pinned', { count: pinned })}
      </p>
      <p className={styles.empty}>{t(isWhole ? 'inspector.rules.whole' : 'inspector.rules.free')}</p>
    </section>
  )

  function patch(values: Partial<SilenceRules>, coalesce?: string): void {
    session.edit('edits.silenceRules', patchSilenceRules(storyOf(session), values), coalesce)
  }
}

/** The number of the block and its character, which can be changed; a drawer can be closed here. */
function InspectorHead({ block }: { readonly block: Block | undefined }) {
  const { t } = useTranslation()
  const session = useSession()
  const { isDrawer } = usePanel('inspector')
  const count = useEditor((state) => state.selection.length)
  const isLocked = useSelectionLocked()
  const number = useStory((story) => (block === undefined ? 0 : blockNumber(story, block.id)))
  const character = useStory((story) => findCharacter(story, block?.characterId ?? null))
  const name = character?.name ?? t('script.noCharacter')
  if (block === undefined && !isDrawer) return null
  return (
    <div className={styles.head}>
      {block === undefined ? null : count > 1 ? (
        <h2 className={styles.title}>{t('inspector.several', { count })}</h2>
      ) : (
        <>
          <button
            type="button"
            className={styles.choice}
            aria-haspopup="menu"
            aria-label={t('inspector.characterIs', { name })}
            title={name}
            onClick={(event) => openMenu(session, 'cast', event.currentTarget)}
          >
            <Dot color={`--c${character?.color ?? 0}`} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
          <h2 className={styles.number}>{t('inspector.title', { number })}</h2>
        </>
      )}
      <span className={styles.space} />
      {block === undefined ? null : (
        <IconButton
          label={t(isLocked ? 'script.lock.unlock' : 'script.lock.lock')}
          tip={commandTip(session, 'toggleLock', t(isLocked ? 'script.lock.unlock' : 'script.lock.lock'))}
          onPress={() => runCommand(session, 'toggleLock')}
        >
          {isLocked ? <Lock size={16} /> : <LockOpen size={16} />}
        </IconButton>
      )}
      {isDrawer ? (
        <IconButton
          label={t('inspector.close')}
          onPress={() => {
            hidePanel(session, 'inspector')
          }}
        >
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  )
}
