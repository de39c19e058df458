import { useRef, type ComponentProps, type Ref } from 'react'
import { Button } from './Button.tsx'

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>
  /** The accessible name of the hidden field. */
  readonly label: string
  /** The extensions of acceptable files. */
  readonly extensions: readonly string[]
  readonly onChoose: (file: File) => void
  /** Called with all files if several are chosen. Without it, only one can be chosen. */
  readonly onChooseSeveral?: (files: readonly File[]) => void
}

/** A hidden field: a click on it opens the browser's own dialog for files. */
export function FileInput({ ref, label, extensions, onChoose, onChooseSeveral }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={extensions.join(',')}
      multiple={onChooseSeveral !== undefined}
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        const [file, ...others] = files
        event.target.value = '' // so that the same file can be chosen again
        if (others.length > 0) onChooseSeveral?.(files)
        else if (file !== undefined) onChoose(file)
      }}
    />
  )
}

type FileButtonProps = Omit<FileInputProps, 'ref'> &
  Pick<ComponentProps<typeof Button>, 'icon' | 'size' | 'isDisabled'>

/** A button that lets the writer choose a file from the disk. */
export function FileButton({ label, extensions, onChoose, onChooseSeveral, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <FileInput
        ref={input}
        label={label}
        extensions={extensions}
        onChoose={onChoose}
        {...(onChooseSeveral !== undefined && { onChooseSeveral })}
      />
    </>
  )
}
