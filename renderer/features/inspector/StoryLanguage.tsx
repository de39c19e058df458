import { canonicalLanguage } from '../../../shared/lib/languageTag.ts'
import { ENGINE_LANGUAGES } from '../../../shared/voices/languages.ts'
import { openCasting, speakLanguage } from '../../actions/cast.ts'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import styles from './Inspector.module.css'

const UNKNOWN = 'unknown'
/** Languages alone, and with their regions. */
const TAGS = [
  ...new Set(
    ENGINE_LANGUAGES.flatMap(([tag]) => [tag.split('-')[0] ?? '', tag]).map((tag) => canonicalLanguage(tag)),
  ),
].filter((tag) => tag !== '' && !tag.includes('-x-'))

/** The language that the story is written in, by which voices are chosen. */
export function StoryLanguage() {
  const { t } = useTranslation()
  const session = useSession()
  const language = useOfStory((story) => story.info.language)
  const hasCast = useOfStory((story) => story.cast.length > 0)
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
