import { ImagePlus } from 'lucide-react'
import { useEffect } from 'react'
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { CAPTION_FORMAT_NAMES, type CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import {
  LEAST_SAMPLE_MINUTES,
  MOST_SAMPLE_MINUTES,
  RETAIL_SAMPLE,
  type ExportSettings,
} from '../../../shared/export/exportSettings.ts'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { Picture } from '../../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { useStory, useDeferredStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { coverColor, type DrawnCover } from '../../ui/titleCover.ts'
import styles from './Export.module.css'
import { FieldSection, LevelField, type SettingsProps } from './SoundFields.tsx'

/** Lists of chapters, which are not captions. */
const CHAPTER_LISTS = ['youtube', 'podcast'] as const
const CAPTIONS = CAPTION_FORMAT_NAMES.filter((id) => !CHAPTER_LISTS.some((list) => list === id))

const ALSO = ['music', 'chapters', 'stems', 'manifest'] as const
const ALSO_NAMES = {
  music: 'music',
  chapters: 'chapterMarks',
  stems: 'stems',
  manifest: 'manifest',
} as const

interface ExtraFieldsProps extends SettingsProps {
  /** Whether the times of the blocks in the audio are unknown. */
  readonly isUntimed: boolean
}

/** Files written beside the audio: captions, lists of chapters, stems. */
export function ExtraFields({ settings, isUntimed, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation()
  const hasMusic = useStory(({ music }) => music.length > 0)
  if (isUntimed) return null
  const canHave = {
    // A file per block contains only that block.
    music: hasMusic && settings.split !== 'block',
    chapters: exportFormat(settings.format).hasChapters,
    stems: true,
    manifest: true,
  }
  const also = ALSO.filter((id) => canHave[id])
  return (
    <FieldSection part="extras" title={t('exports.extras')}>
      {(
        [
          ['captions', CAPTIONS],
          ['chapterLists', CHAPTER_LISTS],
        ] as const
      ).map(([group, formats]) => (
        <CheckboxGroup
          key={group}
          className={styles.checks ?? ''}
          value={formats.filter((id) => settings.captions.includes(id))}
          onChange={(chosen) => {
            const isOf = (id: CaptionFormatName) => formats.some((each) => each === id)
            const captions = CAPTION_FORMAT_NAMES.filter((id) =>
              isOf(id) ? chosen.includes(id) : settings.captions.includes(id),
            )
            onChange({ ...settings, captions })
          }}
        >
          <Label className={styles.checksLabel ?? ''}>{t(`exports.${group}`)}</Label>
          {formats.map((id) => (
            <TickBox key={id} id={id} name={t(`exports.captionFormats.${id}`)} />
          ))}
        </CheckboxGroup>
      ))}
      <CheckboxGroup
        className={styles.checks ?? ''}
        value={also.filter((id) => settings[id])}
        onChange={(chosen) => {
          onChange({ ...settings, ...Object.fromEntries(also.map((id) => [id, chosen.includes(id)])) })
        }}
      >
        <Label className={styles.checksLabel ?? ''}>{t('exports.also')}</Label>
        {also.map((id) => (
          <TickBox key={id} id={id} name={t(`exports.${ALSO_NAMES[id]}`)} />
        ))}
      </CheckboxGroup>
      {settings.split === 'chapter' ? <SampleFields settings={settings} onChange={onChange} /> : null}
    </FieldSection>
  )
}

function TickBox({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Checkbox value={id} className={styles.check ?? ''}>
      <CheckMark />
      {name}
    </Checkbox>
  )
}

/** The sample for shops: whether there is one, its first block, and its length. */
function SampleFields({ settings, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const { sample } = settings
  const first = findBlock(story, sample?.blockId ?? null)
  return (
    <>
      <SwitchField
        label={t('exports.sample')}
        hint={t('exports.sampleHint')}
        isOn={sample !== null}
        onChange={(isOn) => {
          onChange({ ...settings, sample: isOn ? RETAIL_SAMPLE : null })
        }}
      />
      {sample === null ? null : (
        <div className={styles.three}>
          <LevelField
            label={t('exports.sampleFrom')}
            unit=""
            value={first === undefined ? null : blockNumber(story, first.id)}
            least={1}
            most={blocksOf(story).length}
            step={1}
            placeholder={t('exports.sampleFirst')}
            onChange={(number) => {
              const blockId = number === null ? null : (blocksOf(story)[Math.round(number) - 1]?.id ?? null)
              onChange({ ...settings, sample: { ...sample, blockId } })
            }}
          />
          <LevelField
            label={t('exports.sampleLength')}
            unit="min"
            value={sample.minutes}
            least={LEAST_SAMPLE_MINUTES}
            most={MOST_SAMPLE_MINUTES}
            step={0.5}
            onChange={(minutes) => {
              if (minutes !== null) onChange({ ...settings, sample: { ...sample, minutes } })
            }}
          />
        </div>
      )}
      {first === undefined ? null : (
        <small className={styles.note} dir="auto">
          {first.text.slice(0, 120)}
        </small>
      )}
    </>
  )
}

/** A cover picture, and the URL at which the page shows it. */
export interface CoverFile {
  readonly file: File
  readonly url: string
}

/** The cover drawn if no picture is chosen: the title, except files of single blocks and formats without tags. */
export function drawnCoverOf({ tags, split, format }: ExportSettings, title: string): DrawnCover | null {
  if (split === 'block' || !exportFormat(format).hasTags) return null
  return { title, words: tags.title.trim() || title }
}

interface CoverFieldProps {
  /** The words of the drawn cover, used if none is chosen; null if there is none. */
  readonly drawn: DrawnCover | null
  /** The story's own picture, if it has one: used unless another is chosen. */
  readonly picture: Picture | null
  readonly cover: CoverFile | null
  readonly onChange: (cover: CoverFile | null) => void
}

/** The cover of the files: chosen from the disk, or the story's own, or its title on a coloured background. */
export function CoverField({ drawn, picture, cover, onChange }: CoverFieldProps) {
  const { t } = useTranslation()
  const url = cover?.url
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <div className={styles.cover}>
      {cover !== null ? (
        <img src={cover.url} alt={cover.file.name} />
      ) : picture !== null ? (
        <img src={`data:${picture.mimeType};base64,${picture.base64}`} alt={t('exports.ownPicture')} />
      ) : drawn !== null ? (
        <span className={styles.drawnCover} style={coverColor(drawn.title)} aria-hidden="true">
          <span dir="auto">{drawn.words}</span>
        </span>
      ) : null}
      <div className={styles.coverTools}>
        <FileButton
          icon={<ImagePlus size={14} aria-hidden="true" />}
          label={t('exports.choosePicture')}
          extensions={extensionsFor('cover')}
          onChoose={(file) => {
            onChange({ file, url: URL.createObjectURL(file) })
          }}
        />
        {cover === null ? (
          <small className={styles.note}>
            {picture === null ? t('exports.noPicture') : t('exports.ownPicture')}
          </small>
        ) : (
          <Button
            onPress={() => {
              onChange(null)
            }}
          >
            {t('exports.removePicture')}
          </Button>
        )}
      </div>
    </div>
  )
}
