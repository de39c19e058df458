import { useLayoutEffect, useRef, useState } from 'react'
import type { Block } from '../../../shared/story/records.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { useSession } from '../../hooks/session.ts'
import { createHeardWords } from '../../stores/heardWords.ts'
import { storyOf } from '../../stores/app.ts'
import { markSpoken } from '../../ui/spokenHighlight.ts'
import row from './BlockRow.module.css'
import { startOf } from './progress.ts'
import styles from './SaidWords.module.css'

interface SaidWordsProps {
  readonly block: Block
  /** The words as they stand in the field. */
  readonly text: string
}

/**
 * A block's words while they are heard, behind its text field: the sentence that is being said is marked, and in it the word, where
 * the voice told when each is said. The frames of playback draw nothing anew but another sentence.
 */
export function SaidWords({ block, text }: SaidWordsProps) {
  const session = useSession()
  const words = useRef<HTMLDivElement>(null)
  const [sentence, setSentence] = useState(0)

  useLayoutEffect(() => {
    const node = words.current?.firstChild
    if (!(node instanceof Text)) return undefined
    const heardIn = createHeardWords(block.id)
    let marked: unknown = null
    const show = (positionMs: number) => {
      const story = storyOf(session)
      const heard = heardIn(story, session.audio.getState().takes)
      if (heard === null) return
      const atMs = Math.max(0, positionMs - startOf(session, heard.block))
      setSentence(heard.words.sentenceAt(atMs))
      // Words that were typed a moment ago are not drawn yet.
      const word = node.data === heard.block.text ? heard.words.wordAt(atMs) : null
      if (word !== marked) markSpoken(node, word)
      marked = word
    }
    show(session.player.positionMs())
    const stop = session.player.onPosition(show)
    return () => {
      stop()
      markSpoken(node, null)
    }
  }, [session, block.id, text])

  const end = sentenceStarts(text).find((start) => start > sentence) ?? text.length
  return (
    <>
      <div className={`${row.said} ${styles.sentence}`} dir="auto" aria-hidden="true">
        {text.slice(0, sentence)}
        <mark>{text.slice(sentence, end)}</mark>
        {text.slice(end)}
      </div>
      <div ref={words} className={`${row.said} ${styles.words}`} dir="auto" aria-hidden="true">
        {text}
      </div>
    </>
  )
}
