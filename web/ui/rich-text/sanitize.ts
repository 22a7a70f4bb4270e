/** Rich text as it may be shown: whatever wrote it, the editor or somebody past it. */
import DOMPurify from 'dompurify'
import type { TextPictures } from './pictures.ts'
import { ATTRIBUTES, TAGS, isSafeLink, isSafePicture, safeStyle } from '../../../model/rich-text.ts'

const purifier = DOMPurify(window)
/** Whose pictures may stand in the text that is being looked at. */
let allowed: Pick<TextPictures, 'owns'> | undefined

purifier.addHook('uponSanitizeAttribute', (_, data) => {
  const { attrName, attrValue } = data
  if (attrName === 'style') {
    data.attrValue = safeStyle(attrValue)
    data.keepAttr = data.attrValue !== ''
  } else if (attrName === 'href') data.keepAttr = isSafeLink(attrValue)
  else if (attrName === 'src') data.keepAttr = isSafePicture(attrValue, allowed)
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

/** The HTML with the elements and attributes that texts may have, and nothing else. */
export function sanitized(html: string, pictures?: Pick<TextPictures, 'owns'>): string {
  allowed = pictures
  return purifier.sanitize(html, { ALLOWED_TAGS: [...TAGS], ALLOWED_ATTR: [...ATTRIBUTES], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false })
}
