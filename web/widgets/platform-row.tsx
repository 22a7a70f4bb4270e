import { Link } from 'react-router'

interface RowProps {
  readonly to: string
  readonly name: string
  readonly value: string
  /** Somebody should do something about it. */
  readonly urgent?: boolean
}

/** A figure of the platform, which leads to the list behind it. */
export function PlatformRow({ to, name, value, urgent = false }: RowProps) {
  return (
    <li>
      <Link to={to}>
        <span className="row-name">
          <span>{name}</span>
        </span>
        <span className={urgent ? 'row-count urgent' : 'row-count'}>{value}</span>
      </Link>
    </li>
  )
}
