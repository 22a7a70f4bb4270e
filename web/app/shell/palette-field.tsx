/** The field of the command palette while the rest of it is on its way: what is typed at once is not lost, nor is Enter. */
import { useLayoutEffect, useRef } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import './palette-field.css'

interface PaletteFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onEnter: () => void
  readonly onClose: () => void
}

export function PaletteField({ text, onText, onEnter, onClose }: PaletteFieldProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The page has its focus back before the palette takes it.
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="palette-waiting" aria-label={t('palette.open')} aria-busy="true" onCancel={onClose}>
      <input
        type="text"
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
        // Enter may end a word of an input method.
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onEnter()}
      />
    </dialog>
  )
}
