export interface Option {
  readonly value: string
  readonly label: string
}

export interface TreeOption {
  readonly value: string
  readonly title: string
  readonly children?: readonly TreeOption[]
}
