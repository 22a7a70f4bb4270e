/**
 * Importing a file: choose a file, see what would happen, then store it. Every file is checked first; nothing is stored
 * before somebody has seen the result of the check.
 */
import { Modal } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { hashPassword } from '../../session/account.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import { ImportChoice } from './import-choice.tsx'
import type { ImportKind, ImportMode } from '../../../../model/contract/exchange/imports.ts'
import type { ImportOutcome } from './import-client.ts'
import { sendImport } from './import-client.ts'
import type { ImportTarget } from './import-target.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import './import-dialog.css'

interface ImportDialogProps {
  readonly target: ImportTarget
  readonly open: boolean
  /** A file that was dropped on the list: it is checked at once. */
  readonly first?: File
  readonly onClose: () => void
  readonly onImported: () => Promise<void>
}

interface Running {
  readonly mode: ImportMode
  readonly percent: number | undefined
}

export default function ImportDialog({ target, open, first, onClose, onImported }: ImportDialogProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [password, setPassword] = useState('')
  const [kind, setKind] = useState<ImportKind>('add')
  const [running, setRunning] = useState<Running>()
  const [imported, setImported] = useState<ImportOutcome>()
  const [kept, setKept] = useState(false)
  // Stopped by whoever asked for it alone: while the page rests behind another tag it goes on, and what it found or handed out waits here.
  const stop = useRef<AbortController>(undefined)

  function clear(): void {
    setFile(undefined)
    setImported(undefined)
  }

  async function send(chosen: File, mode: ImportMode, basis?: string): Promise<void> {
    const { signal } = (stop.current = new AbortController())
    setRunning({ mode, percent: undefined })
    try {
      const initialPassword = password === '' || mode === 'check' ? undefined : hashPassword(password)
      const outcome = await sendImport({
        target,
        file: chosen,
        mode,
        // What is left out is the server's to say: of some nouns rows are only changed.
        kind: target.foundBy ? kind : undefined,
        basis,
        initialPassword,
        signal,
        onProgress: (percent) => setRunning({ mode, percent }),
      })
      if (mode === 'check') setImported(outcome)
      else await stored(outcome)
    } catch (failure) {
      if (signal.aborted) return
      if (!(failure instanceof ApiError)) throw failure
      toast.warning(failure.message)
      clear()
    } finally {
      setRunning(undefined)
    }
  }

  /** All is in: the dialog has done its work. With rows left over, or secrets to be kept, it stays until they are fetched. */
  async function stored(outcome: ImportOutcome): Promise<void> {
    const { added, badRows, values, changes, importId } = outcome.report
    if (changes && badRows === 0) toast.success(t('import.done-changes', { added, changed: changes.changed, unchanged: changes.unchanged }))
    if (importId !== null && changes) await onImported()
    else if (added > 0) {
      // Where the dialog stays, it says the rest itself.
      toast.success(
        values && badRows === 0
          ? `${t('import.done', { count: added })} ${t('import.values', values)}`
          : t('import.done', { count: added }),
      )
      await onImported()
    }
    setKept(false)
    if (badRows === 0 && !outcome.handed) onClose()
    else setImported(outcome)
  }

  async function choose(chosen: File): Promise<void> {
    // A copy: the file may be changed or moved while the result of its check is read.
    const copy = new File([await chosen.arrayBuffer()], chosen.name)
    setFile(copy)
    await send(copy, 'check')
  }

  const begin = useEffectEvent(() => {
    if (first) void choose(first)
  })
  useEffect(() => {
    const soon = setTimeout(begin)
    return () => clearTimeout(soon)
  }, [])

  async function close(): Promise<void> {
    if (running && running.mode !== 'check') {
      const yes = await confirm({
        title: t('import.stop'),
        text: target.stopText,
        ok: t('import.stop'),
        cancel: t('import.go-on'),
        danger: true,
      })
      if (!yes) return
    }
    if (imported?.handed && !kept) {
      const yes = await confirm({
        title: t('import.handed'),
        text: t('import.handed-lose'),
        ok: t('import.handed-close'),
        cancel: t('common.cancel'),
        danger: true,
      })
      if (!yes) return
    }
    stop.current?.abort()
    onClose()
  }

  return (
    <Modal
      open={open}
      title={target.title}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => void close()}
      width={imported ? 880 : 640}
      rootClassName="resource-dialog import-dialog"
      destroyOnHidden
    >
      {running ? (
        <ImportProgress {...running} fileName={file?.name ?? ''} onStop={() => void close()} />
      ) : imported ? (
        <ImportResult
          imported={imported}
          onStore={(mode) => void (file && send(file, mode, imported.report.changes?.basis))}
          onAgain={clear}
          onClose={() => void close()}
          onKept={() => setKept(true)}
          onUndone={async () => {
            await onImported()
            onClose()
          }}
        />
      ) : (
        <ImportChoice
          target={target}
          kind={kind}
          onKind={setKind}
          password={password}
          onPassword={setPassword}
          onConfirm={(chosen) => void choose(chosen)}
          onCancel={() => void close()}
          onUndone={onImported}
        />
      )}
    </Modal>
  )
}
