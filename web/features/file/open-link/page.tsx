/** What a link leads to, for somebody without an account: a file, or a folder to walk through. */
import type { FormEvent } from 'react'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { OpenedLink } from '../../../../model/contract/file/links.ts'
import { downloadLink, openLink } from '../../../../model/contract/file/links.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import type { PreviewKind } from '../../../shared/files/preview/kind.ts'
import { previewOf } from '../../../shared/files/preview/kind.ts'
import { bytesOf } from '../../../shared/files/bytes.ts'
import { FileSign } from './file-sign.tsx'
import { named } from '../../../ui/named.ts'
import './share.css'

/** Milliseconds: a large folder over a slow line. */
const LONG = 3_600_000
const PAGE_SIZE = 100
/** Bytes of a text: more of it nobody reads here. */
const MAX_TEXT = 2 * 1024 * 1024

const Preview = lazy(() => import('./preview.tsx'))

/** What is looked at; without an id it is the file that the link leads to. */
interface Looked {
  readonly id: string | undefined
  readonly name: string
  readonly type: string
  readonly kind: PreviewKind
}

/** How a guest can look at a file; nothing for what needs a session, such as a player, or is only kept. */
function shownKind(of: { readonly contentType: string; readonly size: number }): PreviewKind | undefined {
  const kind = previewOf(of)
  if (kind === 'text') return bytesOf(of) <= MAX_TEXT ? kind : undefined
  return kind === 'picture' || kind === 'pdf' ? kind : undefined
}

export function SharePage() {
  const { token: inPath } = useParams()
  const { hash } = useLocation()
  // Behind the mark, where servers and their logs do not see it.
  const token = inPath ?? hash.slice(1)
  return <Shared key={token} token={token} />
}

function Shared({ token }: { token: string }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [opened, setOpened] = useState<OpenedLink>()
  const [failure, setFailure] = useState<ApiError>()
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const [looked, setLooked] = useState<Looked>()

  const fetched = (id: string | undefined, signal?: AbortSignal) =>
    askFile(
      downloadLink,
      { token, ...(password ? { password } : {}), ...(id ? { id } : {}) },
      { limit: LONG, ...(signal ? { signal, quiet: true } : {}) },
    )

  async function open(id?: string, currentPage = 1): Promise<void> {
    setBusy(true)
    try {
      const found = await ask(
        openLink,
        { token, ...(password ? { password } : {}), ...(id ? { id } : {}), currentPage, pageSize: PAGE_SIZE },
        { quiet: true },
      )
      setWrong('')
      setFailure(undefined)
      setOpened((before) => (currentPage > 1 && before ? { ...found, list: [...before.list, ...found.list] } : found))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (opened?.needsPassword && error.status !== 404) setWrong(error.message)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  async function download(id?: string): Promise<void> {
    setBusy(true)
    try {
      saveFile(await fetched(id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    let shown = true
    ask(openLink, { token, pageSize: PAGE_SIZE }, { quiet: true }).then(
      (found) => {
        if (shown) setOpened(found)
      },
      (error: unknown) => {
        if (shown && error instanceof ApiError) setFailure(error)
      },
    )
    return () => {
      shown = false
    }
  }, [token])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (password !== '') void open()
  }

  return (
    <EntryPage title={opened?.name || t('disk.page-title')} wide plain>
      {failure && (
        <p className="share-failed" role="alert">
          {failure.status === 404 || failure.status === 422 ? t('disk.page-gone') : failure.message}
        </p>
      )}
      {!opened && !failure && <p role="status">{t('common.loading')}</p>}
      {opened?.needsPassword && (
        <form className="share-door" onSubmit={submit}>
          <p>{t('disk.page-password')}</p>
          <TextField
            name="password"
            secret
            autoFocus
            label={t('signIn.password')}
            value={password}
            error={wrong}
            autoComplete="off"
            maxLength={64}
            onChange={setPassword}
          />
          <button type="submit" className="main-button" disabled={busy || password === ''}>
            {t('disk.page-open')}
          </button>
        </form>
      )}
      {opened &&
        !opened.needsPassword &&
        (opened.fileType === 'folder' ? (
          <Folder
            of={opened}
            busy={busy}
            onOpen={(id, page) => void open(id, page)}
            onLook={setLooked}
            onDownload={(id) => void download(id)}
          />
        ) : (
          <div className="share-file">
            <FileSign type={opened.fileType} />
            <p>
              <strong>{opened.name}</strong>
              <small>{sizeOf(bytesOf(opened))}</small>
            </p>
            <button type="button" className="main-button" disabled={busy} onClick={() => void download()}>
              {t('button.download')}
            </button>
            <LookButton of={{ id: undefined, name: opened.name, type: opened.contentType }} kind={shownKind(opened)} onLook={setLooked} />
          </div>
        ))}
      {looked && (
        <Suspense fallback={null}>
          <Preview
            {...looked}
            load={async (signal) => (await fetched(looked.id, signal)).content}
            onDownload={() => void download(looked.id)}
            onClose={() => setLooked(undefined)}
          />
        </Suspense>
      )}
    </EntryPage>
  )
}

interface LookProps {
  readonly of: Omit<Looked, 'kind'>
  /** Nothing where there is nothing to be seen of it. */
  readonly kind: PreviewKind | undefined
  readonly onLook: (looked: Looked) => void
}

function LookButton({ of, kind, onLook }: LookProps) {
  const t = useT()
  if (!kind) return null
  return (
    <button
      type="button"
      className="plain-button"
      aria-haspopup="dialog"
      aria-label={named(t('button.preview'), of.name)}
      onClick={() => onLook({ ...of, kind })}
    >
      {t('button.preview')}
    </button>
  )
}

interface FolderProps {
  readonly of: OpenedLink
  readonly busy: boolean
  readonly onOpen: (id: string, page?: number) => void
  readonly onLook: (looked: Looked) => void
  readonly onDownload: (id: string) => void
}

function Folder({ of: { id, list, total, path }, busy, onOpen, onLook, onDownload }: FolderProps) {
  const t = useT()
  return (
    <>
      <div className="share-head">
        <nav aria-label={t('disk.way')}>
          <ol>
            {path.map((step, at) => (
              <li key={step.id}>
                {at === path.length - 1 ? (
                  <span aria-current="page">{step.label}</span>
                ) : (
                  <button type="button" className="link-button" onClick={() => onOpen(step.id)}>
                    {step.label}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </nav>
        {total > 0 && (
          <button type="button" className="main-button" disabled={busy} onClick={() => onDownload(id)}>
            {t('disk.page-all')}
          </button>
        )}
      </div>
      {list.length === 0 ? (
        <p>{t('disk.page-empty')}</p>
      ) : (
        <ul className="share-list">
          {list.map((entry) => (
            <li key={entry.id}>
              <FileSign type={entry.fileType} />
              {entry.fileType === 'folder' ? (
                <button type="button" className="link-button share-name" onClick={() => onOpen(entry.id)}>
                  {entry.originalFilename}
                </button>
              ) : (
                <span className="share-name">{entry.originalFilename}</span>
              )}
              <small>{entry.fileType === 'folder' ? '' : sizeOf(bytesOf(entry))}</small>
              <LookButton
                of={{ id: entry.id, name: entry.originalFilename, type: entry.contentType }}
                kind={entry.fileType === 'folder' ? undefined : shownKind(entry)}
                onLook={onLook}
              />
              <button
                type="button"
                className="plain-button"
                disabled={busy}
                aria-label={named(t('button.download'), entry.originalFilename)}
                onClick={() => onDownload(entry.id)}
              >
                {t('button.download')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.length < total && (
        <button type="button" className="plain-button" disabled={busy} onClick={() => onOpen(id, Math.floor(list.length / PAGE_SIZE) + 1)}>
          {t('disk.page-more')}
        </button>
      )}
    </>
  )
}
