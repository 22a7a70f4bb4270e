import { ReadingShown } from './controls/reading.tsx'
import { useForm } from './form-context.ts'

/** The reading of an entry as it is read, with what its point is called. */
export default function ReadingOfEntry({ value }: { value: unknown }) {
  const { zone, sources } = useForm()
  const { point } = value as { readonly point?: unknown }
  const name = typeof point === 'string' ? sources.nameOf?.(point) : undefined
  return (
    <>
      {name !== undefined && `${name} · `}
      <ReadingShown value={value} zone={zone} />
    </>
  )
}
