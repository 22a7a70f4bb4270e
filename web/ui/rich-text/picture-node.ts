/** Pictures in the editor: shown by what their address stands for, and written with the address. */
import { Image } from '@tiptap/extension-image'
import { DOMSerializer } from '@tiptap/pm/model'
import type { Editor } from '@tiptap/react'
import type { TextPictures } from './pictures.ts'

/** The node of a picture in a text: one of ours is fetched with the session, all others are not loaded. */
export function pictureNode(pictures: TextPictures | undefined) {
  return Image.extend({
    addNodeView() {
      return ({ node }) => {
        const { src, alt, title } = node.attrs as Record<'src' | 'alt' | 'title', string | null>
        const dom = document.createElement('img')
        dom.alt = alt ?? ''
        if (title) dom.title = title
        if (src !== null && pictures?.owns(src))
          void pictures.load(src).then((address) => {
            if (address !== undefined) dom.src = address
          })
        else if (src !== null) dom.src = src
        // Whatever else changes about the node, another one is made for it.
        return { dom, update: (next) => next.eq(node) }
      }
    },
  }).configure({ allowBase64: false })
}

/** What was written, made in a document that shows nothing: there an image element asks for nothing. */
export function htmlOf({ schema, state }: Editor): string {
  const inert = document.implementation.createHTMLDocument()
  const holder = inert.createElement('div')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content, { document: inert }))
  return holder.innerHTML
}
