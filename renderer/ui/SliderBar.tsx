import { SliderThumb, SliderTrack } from 'react-aria-components'
import styles from './SliderBar.module.css'

/** What is slid, inside a React Aria slider of one value. */
export function SliderBar() {
  return (
    <SliderTrack className={styles.track ?? ''}>
      {({ state }) => (
        <>
          <div className={styles.rail} />
          <div className={styles.fill} style={{ width: `${state.getThumbPercent(0) * 100}%` }} />
          <SliderThumb className={styles.thumb ?? ''} />
        </>
      )}
    </SliderTrack>
  )
}
