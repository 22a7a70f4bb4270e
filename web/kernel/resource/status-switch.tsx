/** In use or not, switched where it stands. */
import { Switch } from 'antd'
import { useState } from 'react'
import type { Field } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Listing, Resource } from '../../../model/resource.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { ApiError } from '../http/api.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { updateRow } from '../http/resource-client.ts'
import type { LabelKey } from '../i18n/i18n.ts'
import { useT } from '../i18n/i18n.ts'
import type { Ending } from './resource-actions.tsx'
import { undoLink } from './undo.ts'

/** The field of a noun that says whether a row is in use, if it has one. */
export function statusOf({ fields }: Pick<Listing, 'fields'>): string | undefined {
  return Object.keys(fields).find((name) => /^(status|[a-z]+Status)$/.test(name) && isSwitch(fields[name] as Field))
}

const isSwitch = ({ kind, options, rights }: Field) => kind === 'choice' && options?.join() === '1,0' && rights.write === 'always'

/** The rows that are in use, and not any more with these values. */
export function turnedOff(of: Resource, rows: readonly ResourceRow[], values: Readonly<Record<string, unknown>>): readonly ResourceRow[] {
  const name = statusOf(of)
  return name !== undefined && String(values[name]) === '0' ? rows.filter((row) => Number(row[name]) === 1) : []
}

interface StatusSwitchProps {
  readonly of: Resource
  readonly name: string
  readonly row: ResourceRow
  /** What switching it off ends for people: then it asks first. */
  readonly turningOff: LabelKey | undefined
  readonly ending?: Ending | undefined
  readonly changed: () => Promise<void>
}

export function StatusSwitch({ of, name, row, turningOff, ending, changed }: StatusSwitchProps) {
  const t = useT()
  const [wanted, setWanted] = useState<number>()
  const is = wanted ?? Number(row[name])

  async function turn(on: boolean): Promise<void> {
    if (!on && ending && !(await ending([row], 'turn-off'))) return
    if (!on && turningOff) {
      const yes = await confirm({
        title: t('turn.off-title', { name: String(row[of.title] ?? '') }),
        text: t(turningOff),
        ok: t('turn.off'),
        cancel: t('common.cancel'),
        danger: true,
      })
      if (!yes) return
    }
    const value = on ? 1 : 0
    // It moves at once, and back where the server refuses.
    setWanted(value)
    try {
      await updateRow(of, { id: row.id, ...(row.version === undefined ? {} : { version: row.version }), [name]: value })
      toast.success(t('form.saved'), undoLink(of, [row.id], changed))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await changed()
    setWanted(undefined)
  }

  return (
    <Switch
      size="small"
      checked={is === 1}
      loading={wanted !== undefined}
      aria-label={t('list.switch', { field: t(fieldKey(of.name, name)), name: String(row[of.title] ?? '') })}
      onChange={(on) => void turn(on)}
    />
  )
}
