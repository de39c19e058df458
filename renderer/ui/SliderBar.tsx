import { SliderThumb, SliderTrack } from 'react-aria-components'
import styles from './SliderBar.module.css'

/** What is slid, inside a React Aria slider of one value. `isMixed` draws no value where there is no single one. */
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
