/** The state of a form before a sign-in: what stands in it, what is wrong, and the focus on the first that is. */
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { ApiError } from '../../kernel/http/api.ts'
import { useT } from '../../kernel/i18n/i18n.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>

interface EntryForm<Name extends string> {
  readonly form: RefObject<HTMLFormElement | null>
  readonly values: Values<Name>
  readonly busy: boolean
  /** What the server said of all of it. */
  readonly failure: string
  set(name: Name, value: string): void
  /** Everything a field needs but its label. */
  field(name: Name): { name: Name; value: string; error: string; onChange: (value: string) => void }
  /** Checks the fields that are asked for, and then sends. */
  send(names: readonly Name[], work: () => Promise<void>): Promise<void>
  focus(name: string): void
  /** Shows a failure of another call of the form. */
  failWith(error: unknown): void
  clear(): void
}

/**
 * The values of a form before sign-in, what is wrong with them, and how they change.
 * @param check What is wrong with a field, or nothing.
 */
export function useEntryForm<Name extends string>(
  initial: Values<Name>,
  check: (name: Name, values: Values<Name>) => string | undefined,
  onFailure?: (error: ApiError) => Name | undefined,
): EntryForm<Name> {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})

  function focus(name: string): void {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  function fail(error: unknown): void {
    setTried(false)
    if (!(error instanceof ApiError)) return setFailure(t('failure.unknown'))
    const named = error.errors.filter(({ field }) => field in values)
    setRefused(Object.fromEntries(named.map(({ field, message }) => [field, message])))
    setFailure(named.length === 0 ? error.message : '')
    const otherwise = onFailure?.(error)
    const wanted = named[0]?.field ?? otherwise
    if (wanted) focus(wanted)
  }

  function set(name: Name, value: string): void {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused((before) => ({ ...before, [name]: undefined }))
  }

  return {
    form,
    values,
    busy,
    failure,
    focus,
    set,
    failWith: fail,
    field(name) {
      return {
        name,
        value: values[name],
        error: (tried ? check(name, values) : undefined) ?? refused[name] ?? '',
        onChange: (value) => set(name, value),
      }
    },
    async send(names, work) {
      setTried(true)
      setFailure('')
      const wrong = names.find((name) => check(name, values))
      if (wrong) return focus(wrong)
      setBusy(true)
      await work().catch(fail)
      setBusy(false)
    },
    clear() {
      setTried(false)
      setFailure('')
      setRefused({})
    },
  }
}

/** What a check says of a field that has to be filled in. */
export function needed(value: string, label: string, t: ReturnType<typeof useT>): string | undefined {
  return value.trim() === '' ? t('check.required', { field: label }) : undefined
}
