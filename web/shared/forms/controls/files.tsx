/** Files and pictures: chosen, dropped or pasted, shown as they come, and taken away again. */
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { rememberFile } from '../brought-files.ts'
import type { ControlProps } from '../control-props.ts'
import { spokenOfGroup } from '../control-props.ts'
import { filesIn } from '../files-in.ts'
import { PictureOf } from '../picture-of.tsx'
import { useUploadsOf } from './use-uploads-of.ts'

/** Pictures that every browser shows and the server knows. */
const PICTURES = ['png', 'jpg', 'jpeg', 'gif', 'webp']
const MEGABYTE = 1024 * 1024
const MAX = 50

export default function FilesControl(props: ControlProps) {
  const { part, id, value, onChange, sources } = props
  const t = useT()
  const { coming, bring, drop } = useUploadsOf(part.id, sources)
  const [failure, setFailure] = useState('')
  const [isOver, setOver] = useState(false)
  const isPictures = part.kind === 'pictures'
  const endings = isPictures ? PICTURES : part.fileTypes
  const most = Math.min(part.maxCount ?? MAX, MAX)
  const files = filesIn(value)
  // What is there once a file has come, and not what was there when it was chosen.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })

  async function take(chosen: readonly File[]): Promise<void> {
    const wrong = chosen.map(whyNot).find(Boolean)
    setFailure(wrong ?? '')
    const wanted = chosen.filter((file) => whyNot(file) === undefined).slice(0, Math.max(0, most - files.length - coming.length))
    if (wrong === undefined && wanted.length < chosen.length) setFailure(t('fill.files-full', { max: most }))
    const brought = await Promise.all(
      wanted.map(async (file) => {
        const kept = await bring(file)
        if (kept) rememberFile(kept.id, file)
        return kept
      }),
    )
    const kept = brought.filter((one) => one !== undefined)
    if (kept.length > 0) onChange([...filesIn(latest.current), ...kept])
  }

  function whyNot({ name, size }: File): string | undefined {
    if (size >= sources.maxMegabytes * MEGABYTE) return t('fill.file-large', { name, megabytes: sources.maxMegabytes })
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return endings && !endings.includes(ending) ? t('fill.file-type', { name, types: endings.join(t('common.between')) }) : undefined
  }

  return (
    <div
      className={isOver ? 'fill-files over' : 'fill-files'}
      role="group"
      {...spokenOfGroup(props)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take([...event.dataTransfer.files])
      }}
      onPaste={({ clipboardData }) => {
        if (clipboardData.files.length > 0) void take([...clipboardData.files])
      }}
    >
      {(files.length > 0 || coming.length > 0) && (
        <ul className={isPictures ? 'fill-file-list pictures' : 'fill-file-list'}>
          {files.map((file) => (
            <li key={file.id}>
              {isPictures && <PictureOf file={file} name={file.name} sources={sources} className="fill-picture" />}
              <span className="fill-file-name">{file.name}</span>
              <Button
                size="small"
                aria-label={t('fill.remove-of', { name: file.name })}
                onClick={() => onChange(filesIn(value).filter((one) => one.id !== file.id))}
              >
                {t('fill.remove')}
              </Button>
            </li>
          ))}
          {coming.map(({ key, name, part: done, failure: why }) => (
            <li key={key}>
              <span className="fill-file-name">{name}</span>
              {why === undefined ? (
                <Progress percent={Math.round(done * 100)} size="small" aria-label={t('fill.coming', { name })} />
              ) : (
                <span className="fill-fault" role="alert">
                  {why}
                </span>
              )}
              <Button
                size="small"
                aria-label={t(why === undefined ? 'fill.cancel-of' : 'fill.remove-of', { name })}
                onClick={() => drop(key)}
              >
                {t(why === undefined ? 'common.cancel' : 'fill.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <label className="fill-choose">
        {t(isPictures ? 'fill.pictures-choose' : 'fill.files-choose')}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          multiple={most > 1}
          accept={endings?.map((ending) => `.${ending}`).join()}
          aria-labelledby={props.labelledBy}
          aria-describedby={props.describedBy}
          onChange={({ target }) => {
            void take([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      <span className="fill-hint">
        {t('fill.files-hint', { megabytes: sources.maxMegabytes })}
        {endings && ` ${endings.join(t('common.between'))}`}
      </span>
      {failure !== '' && (
        <p className="fill-fault" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
