import { Trash2, X } from 'lucide-react'
import { layout as layOut } from '../../../shared/story/layout.ts'
import { LEAST_GAIN_DB, MAX_DUCK_DB, MAX_FADE_MS, MOST_GAIN_DB } from '../../../shared/story/limits.ts'
import type { MusicPatch } from '../../../shared/story/musicCommands.ts'
import { placedMusic } from '../../../shared/story/musicLayout.ts'
import type { Music, BlockId, MusicPlace } from '../../../shared/story/records.ts'
import { blockNumber, blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import { changeMusic, deleteMusic, placeOfKind, placeText } from '../../actions/music.ts'
import { hidePanel } from '../../actions/panels.ts'
import { usePanel } from '../../hooks/app.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { CountField, SecondsField } from '../../ui/NumberBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Inspector.module.css'
import { MusicWave } from './MusicWave.tsx'

/** The settings and the anchor of music. */
export function MusicInspector({ music }: { readonly music: Music }) {
  const { t } = useTranslation()
  const session = useSession()
  const { isDrawer } = usePanel('inspector')
  const change = (patch: MusicPatch) => changeMusic(session, music.id, patch)
  return (
    <>
      <div className={styles.head}>
        <h2 className={`${styles.title} ${styles.name}`} dir="auto">
          {music.name}
        </h2>
        <span className={styles.space} />
        <IconButton label={t('music.delete')} onPress={() => deleteMusic(session, music.id)}>
          <Trash2 size={16} />
        </IconButton>
        {isDrawer ? (
          <IconButton label={t('inspector.close')} onPress={() => hidePanel(session, 'inspector')}>
            <X size={16} />
          </IconButton>
        ) : null}
      </div>
      <div className={styles.body}>
        <TextField label={t('music.name')} value={music.name} onChange={(name) => change({ name })} />
        <MusicWave key={music.id} music={music} />
        <MusicPlaceFields music={music} />
        <SliderField
          label={t('music.gain')}
          value={music.gainDb}
          min={LEAST_GAIN_DB}
          max={MOST_GAIN_DB}
          step={1}
          unit={t('music.db')}
          mixedText={undefined}
          onChange={(gainDb) => change({ gainDb })}
        />
        <SliderField
          label={t('music.duck')}
          value={music.duckDb}
          min={0}
          max={MAX_DUCK_DB}
          step={1}
          unit={t('music.db')}
          mixedText={undefined}
          onChange={(duckDb) => change({ duckDb })}
        />
        <div className={styles.pair}>
          <SecondsField
            label={t('music.fadeIn')}
            unit={t('inspector.secondsUnit')}
            valueMs={music.fadeInMs}
            maxMs={MAX_FADE_MS}
            onChange={(fadeInMs) => change({ fadeInMs: fadeInMs ?? 0 })}
          />
          <SecondsField
            label={t('music.fadeOut')}
            unit={t('inspector.secondsUnit')}
            valueMs={music.fadeOutMs}
            maxMs={MAX_FADE_MS}
            onChange={(fadeOutMs) => change({ fadeOutMs: fadeOutMs ?? 0 })}
          />
        </div>
        <SwitchField
          label={t('music.loop')}
          hint={t('music.loopHint')}
          isOn={music.isLooped}
          onChange={(isLooped) => change({ isLooped })}
        />
      </div>
    </>
  )
}

const KINDS = ['story', 'chapter', 'range', 'block'] as const

/** The anchor of music: the story, a chapter, the blocks from one to another, or the block at which it begins. */
function MusicPlaceFields({ music }: { readonly music: Music }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const { place } = music
  const chapters = sectionsOf(story).flatMap(({ chapter, number }) =>
    chapter === null ? [] : [{ id: chapter.id, name: `${number} ${chapter.title}` }],
  )
  const set = (next: MusicPlace | null) => {
    if (next !== null) changeMusic(session, music.id, { place: next })
  }
  const choose = (kind: MusicPlace['kind']) => {
    const now = storyOf(session)
    if (kind === place.kind) return
    const placed = placedMusic(now, layOut(now, session.audio.getState().takes), music)
    set(placeOfKind(session, now, kind, placed?.startMs ?? session.player.positionMs()))
  }
  const blocks = blocksOf(story)
  const numberOf = (id: BlockId) => blockNumber(story, id)
  return (
    <>
      <SegmentField
        label={t('music.place')}
        value={place.kind}
        options={KINDS.filter((kind) => kind !== 'chapter' || chapters.length > 0).map((kind) => ({
          id: kind,
          name: t(`music.kinds.${kind}`),
        }))}
        onChange={choose}
      />
      {place.kind === 'chapter' ? (
        <ComboField
          label={t('music.chapter')}
          value={place.chapterId}
          options={chapters}
          emptyText={placeText(story, place)}
          onChange={(chosen) => {
            const chapterId = chapters.find(({ id }) => id === chosen)?.id
            if (chapterId !== undefined) set({ ...place, chapterId })
          }}
        />
      ) : null}
      {place.kind === 'range' ? (
        <div className={styles.pair}>
          <BlockField
            label={t('music.fromBlock')}
            value={numberOf(place.fromId)}
            most={blocks.length}
            onChange={(number) => set({ ...place, fromId: blocks[number - 1]?.id ?? place.fromId })}
          />
          <BlockField
            label={t('music.toBlock')}
            value={numberOf(place.toId)}
            most={blocks.length}
            onChange={(number) => set({ ...place, toId: blocks[number - 1]?.id ?? place.toId })}
          />
        </div>
      ) : null}
      {place.kind === 'block' ? (
        <BlockField
          label={t('music.blockNumber')}
          value={numberOf(place.blockId)}
          most={blocks.length}
          onChange={(number) => set({ ...place, blockId: blocks[number - 1]?.id ?? place.blockId })}
        />
      ) : null}
    </>
  )
}

/** The number of a block; empty if the block is gone. */
function BlockField(props: {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (number: number) => void
}) {
  const { t } = useTranslation()
  const { label, value, most, onChange } = props
  return (
    <CountField
      label={label}
      value={value === 0 ? null : value}
      least={1}
      most={most}
      placeholder={t('music.gone')}
      onChange={onChange}
    />
  )
}
