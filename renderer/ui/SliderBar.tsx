import { SliderThumb, SliderTrack } from 'react-aria-components'
import styles from './SliderBar.module.css'

/** The track and thumb of a React Aria slider with one value. `isMixed` draws no value, if there is no single one. */
export function SliderBar({ isMixed = false }: { readonly isMixed?: boolean }) {
  return (
    <SliderTrack className={styles.track ?? ''} data-mixed={isMixed || undefined}>
      {({ state }) => (
        <>
          <div className={styles.rail} />
          <div className={styles.fill} style={{ width: `calc(8px + ${state.getThumbPercent(0) * 100}%)` }} />
          <SliderThumb className={styles.thumb ?? ''} />
        </>
      )}
    </SliderTrack>
  )
}
