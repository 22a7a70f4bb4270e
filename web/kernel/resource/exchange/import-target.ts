/** What a file is imported into, and what the dialog has to know of it. */
import type { ReactNode } from 'react'
import type { Imported } from '../../../../model/contract/exchange/imports.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { keyOf, writableFields } from '../../../../model/resource.ts'
import type { Saved } from '../../http/api.ts'
import type { AskOptions } from '../../http/ask.ts'
import type { LabelKey, Translate } from '../../i18n/i18n.ts'
import { MEGABYTE } from '../../i18n/size.ts'
import type { ImportInput } from '../../http/resource-client.ts'
import { importRows, readTemplate } from '../../http/resource-client.ts'
import { DOWNLOAD_LIMIT } from './import-client.ts'

export interface ImportTarget {
  /** Has the server check or store the rows of the file. */
  send(input: ImportInput, options: AskOptions): Promise<Imported>
  readonly title: string
  /** What the chooser of files offers. */
  readonly accept: string
  /** Why a file of this name and size is not taken. */
  refuse(file: Pick<File, 'name' | 'size'>): string | undefined
  readonly drop: string
  readonly hint: string
  readonly template?: { readonly about: string; get(): Promise<Saved> }
  /** Whether the rows may be given a first password. */
  readonly hasPassword: boolean
  /** Fields by which records that are there are found, for somebody who may change them; without, rows are only added. */
  readonly foundBy?: readonly string[]
  /** Whose former imports are listed, to be taken back. */
  readonly past?: Resource
  /** What is said before somebody stops it halfway. */
  readonly stopText: string
  /** What else is asked for. */
  readonly more?: ReactNode
}

const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the dialog needs to import rows of the noun. @param megabytes A file has to be smaller. */
export function importOf(of: Resource, may: (button: string) => boolean, megabytes: number, t: Translate): ImportTarget {
  const key = may('update') && writableFields(of, 'add').length > 0 ? keyOf(of) : undefined
  return {
    send: (input, options) => importRows(of, input, options),
    title: t('import.title', { noun: t(`noun.${of.name}` as LabelKey) }),
    accept: XLSX,
    drop: t('import.drop'),
    hint: t('import.drop-hint', { megabytes }),
    stopText: t('import.stop-text'),
    hasPassword: of.fields['password']?.access === 'secret',
    past: of,
    ...(key ? { foundBy: key.map((name) => t(fieldKey(of.name, name))) } : {}),
    ...(may('export') ? { template: { about: t('import.template-hint'), get: () => readTemplate(of, { limit: DOWNLOAD_LIMIT }) } } : {}),
    refuse: ({ name, size }) =>
      !/\.xlsx$/i.test(name)
        ? t('error.import.type')
        : size >= megabytes * MEGABYTE
          ? t('error.upload.too-large', { megabytes })
          : undefined,
  }
}
