import { useEffect, useMemo, useRef } from 'react'
import type { TextPictures } from './pictures.ts'
import { sanitized } from './sanitize.ts'
import './rich-text.css'

interface RichContentProps {
  readonly html: string
  readonly pictures?: Pick<TextPictures, 'owns' | 'load'>
}

/** Shows rich text. Nothing of it runs, fetches from elsewhere, or covers the page. */
export default function RichContent({ html, pictures }: RichContentProps) {
  const safe = useMemo(() => withoutSources(sanitized(html, pictures), pictures), [html, pictures])
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let gone = false
    for (const image of content.current?.querySelectorAll<HTMLImageElement>('img[data-picture]') ?? []) {
      void pictures?.load(image.dataset['picture'] ?? '').then((address) => {
        if (!gone && address !== undefined) image.src = address
      })
    }
    return () => {
      gone = true
    }
  }, [safe, pictures])
  return <div ref={content} className="rich-content" dangerouslySetInnerHTML={{ __html: safe }} />
}

/** An image element would ask for such a picture by itself, as nobody, and in vain. */
function withoutSources(html: string, pictures: RichContentProps['pictures']): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    if (!pictures?.owns(address)) continue
    image.removeAttribute('src')
    image.dataset['picture'] = address
  }
  return body.innerHTML
}
