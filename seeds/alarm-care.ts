/** Who looks after alarms in the demonstration, by the code of the tenant, and what they write to it. */
export interface AlarmCare {
  /** User names, of people who may acknowledge. */
  readonly people: readonly string[]
  /** Said of an important alarm. */
  readonly remarks: readonly string[]
  /** Why what comes too often is put aside. */
  readonly shelving: string
}

export const alarmCare: Readonly<Record<string, AlarmCare>> = {
  10001: {
    people: ['dongjie', 'chengpeng', 'yuanlin', 'liuhaibo', 'zhaotianyu'],
    remarks: ['已到现场查看，恢复正常', '探头受潮，已擦拭', '已通知养护班', '门未关严，已关闭'],
    shelving: '风大，水分蒸发快；喷淋间隔调整后再看',
  },
  10002: {
    people: ['chenjiahui', 'situwenhui', 'liangweijie', 'linzhaohui', 'guanshaolin'],
    remarks: ['已到现场查看，恢复正常', '已通知维修班', '仪表校准后正常', '现场复测无异常'],
    shelving: '仪表待检修',
  },
}
