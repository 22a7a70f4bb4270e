import { useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { saveFile } from '../../kernel/resource/exchange/save-file.ts'
import { filesIn } from './files-in.ts'
import type { EntryFile } from './form-sources.ts'
import { useForm } from './form-context.ts'
import { PictureOf } from './picture-of.tsx'

/** The files of an entry: pictures to be seen, and all of them to be had. */
export function ShownFiles({ value, isPictures }: { value: unknown; isPictures: boolean }) {
  const t = useT()
  const { sources } = useForm()
  const { contentOf } = sources
  const [busy, setBusy] = useState('')

  async function fetch(file: EntryFile): Promise<void> {
    if (!contentOf) return
    setBusy(file.id)
    try {
      saveFile({ name: file.name, content: await contentOf(file) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy('')
    }
  }

  return (
    <ul className={isPictures ? 'fill-file-list pictures' : 'fill-file-list'}>
      {filesIn(value).map((file) => (
        <li key={file.id}>
          {isPictures && <PictureOf file={file} name={file.name} sources={sources} className="fill-picture" />}
          {contentOf ? (
            <button
              type="button"
              className="fill-link"
              disabled={busy === file.id}
              aria-label={t('fill.download-of', { name: file.name })}
              onClick={() => void fetch(file)}
            >
              {file.name}
            </button>
          ) : (
            <span className="fill-file-name">{file.name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
