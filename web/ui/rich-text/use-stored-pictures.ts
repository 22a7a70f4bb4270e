/** Pictures on their way to where texts keep theirs, and from there into the text. */
import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useFollowedUploads } from '../uploads.ts'
import type { TextPictures } from './pictures.ts'

interface StoredPicture {
  readonly src: string
  readonly alt: string
}

/**
 * How a picture gets into the text, and how many are being stored.
 * @param editor Gone while a kept page rests, and another one once it is shown again.
 */
export function useStoredPictures(
  editor: Editor | null,
  pictures: TextPictures | undefined,
): { readonly add: (file: File) => Promise<void>; readonly underWay: number } {
  const follow = useFollowedUploads()
  const [underWay, setUnderWay] = useState(0)
  const shown = useRef<Editor>(null)
  const waiting = useRef<StoredPicture[]>([])

  useEffect(() => {
    shown.current = editor
    // The place they were meant for went with the editor of before.
    if (editor)
      for (const attrs of waiting.current.splice(0))
        editor.commands.insertContentAt(editor.state.doc.content.size, { type: 'image', attrs })
    return () => {
      shown.current = null
    }
  }, [editor])

  async function add(file: File): Promise<void> {
    if (!pictures) return
    setUnderWay((count) => count + 1)
    try {
      const src = await follow(pictures.store(file))
      if (src === undefined) return
      const picture = { src, alt: file.name }
      // Whoever types on writes below it: a picture that stayed selected would be written over.
      if (shown.current)
        shown.current
          .chain()
          .focus()
          .insertContent([{ type: 'image', attrs: picture }, { type: 'paragraph' }])
          .run()
      else waiting.current.push(picture)
    } finally {
      setUnderWay((count) => count - 1)
    }
  }

  return { add, underWay }
}
