/** What is done to entries: each asks first where it cannot be taken back, says what became of it, and shows the folder anew. */
import { useQueryClient } from '@tanstack/react-query'
import type { FileRow } from '../../../model/contract/file/disk.ts'
import { FILES, ROOT, addFolder, deleteFiles, emptyBin, eraseFiles, moveFiles, renameFile, restoreFiles, succeeded } from './client.ts'
import { freeName } from './names.ts'
import { ApiError } from '../../kernel/http/api.ts'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'

export interface Work {
  readonly refresh: () => Promise<void>
  /** Gives the id of the new folder, nothing where there is none. */
  readonly add: (folder: string, taken: readonly FileRow[]) => Promise<string | undefined>
  readonly rename: (row: FileRow, name: string) => Promise<void>
  readonly move: (ids: readonly string[], folder: string) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
  readonly restore: (ids: readonly string[]) => Promise<void>
  readonly erase: (rows: readonly FileRow[]) => Promise<void>
  readonly empty: () => Promise<void>
}

/** The changes of files and folders that people ask for: each asks first where it should, tells of its end, and has the lists asked again. */
export function useWork(): Work {
  const t = useT()
  const queries = useQueryClient()
  const refresh = () =>
    queries.invalidateQueries({
      queryKey: [FILES],
      predicate: ({ queryKey: [, part] }) => part === 'list' || part === 'tree' || part === 'usage',
    })

  async function done(work: Promise<unknown>, text?: string): Promise<void> {
    if ((await succeeded(work)) && text) toast.success(text)
    await refresh()
  }
  const sure = (title: LabelKey, text: string) => confirm({ title: t(title), text, ok: t(title), cancel: t('common.cancel'), danger: true })

  return {
    refresh,
    async add(folder, taken) {
      try {
        return await addFolder(
          folder,
          freeName(
            t('disk.new-folder'),
            taken.map(({ originalFilename }) => originalFilename),
          ),
        )
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return undefined
      } finally {
        await refresh()
      }
    },
    rename: ({ id }, name) => done(renameFile(id, name)),
    move: (ids, folder) => done(moveFiles(ids, folder === ROOT ? '' : folder), t('disk.moved', { count: ids.length })),
    async remove(ids) {
      // It can be taken back, so nobody is asked first.
      if (await succeeded(deleteFiles(ids)))
        toast.success(t('disk.deleted', { count: ids.length }), {
          text: t('disk.undo'),
          go: () => void done(restoreFiles(ids), t('disk.restored', { count: ids.length })),
        })
      await refresh()
    },
    restore: (ids) => done(restoreFiles(ids), t('disk.restored', { count: ids.length })),
    async erase(rows) {
      const [only] = rows
      const text =
        rows.length === 1 && only ? t('disk.erase-one', { name: only.originalFilename }) : t('disk.erase-several', { count: rows.length })
      if (await sure('disk.erase', text)) await done(eraseFiles(rows.map(({ id }) => id)), t('disk.erased'))
    },
    async empty() {
      if (await sure('disk.empty-bin', t('disk.empty-bin-text'))) await done(emptyBin(), t('disk.erased'))
    },
  }
}
