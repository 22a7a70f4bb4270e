import { textPictures } from '../../kernel/resource/text-pictures.ts'
import RichContent from '../../ui/rich-text/rich-content.tsx'

/** Rich text of an entry as it is read. */
export default function RichShown({ html }: { html: string }) {
  return <RichContent html={html} pictures={textPictures} />
}
