import { useEffect, useRef, useState } from 'react'
import { pictureAddress } from '../../../../model/file/address.ts'
import { SHOWN_PICTURES } from '../../../../model/file/files.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { bytesOf } from '../../../shared/files/bytes.ts'
import { loadPicture } from '../../../kernel/resource/pictures.ts'
import { MEGABYTE } from '../../../kernel/i18n/size.ts'

/** The whole picture is fetched: larger ones would cost more than a glance is worth. */
const MAX_THUMBNAIL_BYTES = 2 * MEGABYTE

/** Whether the file is a picture that is shown small. */
export const hasThumbnail = (row: FileRow): boolean =>
  SHOWN_PICTURES.some((type) => type === row.contentType) && bytesOf(row) <= MAX_THUMBNAIL_BYTES && row.deletedTime === undefined

/** Fetched when it comes into sight. */
export function Thumbnail({ row: { id, updateTime } }: { row: FileRow }) {
  const own = useRef<HTMLSpanElement>(null)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const element = own.current
    if (!element) return undefined
    let shown = true
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        watch.disconnect()
        // Another version is another picture at the same address.
        void loadPicture(`${pictureAddress(id)}&at=${encodeURIComponent(updateTime)}`).then((found) => {
          if (shown) setAddress(found)
        })
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
    return () => {
      shown = false
      watch.disconnect()
    }
  }, [id, updateTime])
  return (
    <span ref={own} className="entry-thumbnail">
      {address !== undefined && <img src={address} alt="" draggable={false} />}
    </span>
  )
}
