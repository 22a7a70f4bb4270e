/** Demonstration tenant 10002: a water company with treatment works, mains and pumping stations. */
import { standard } from './packages.ts'
import { peopleOf } from './people.ts'
import { roles } from './roles.ts'
import { waterRegistry } from './water-registry.ts'
import { waterWords } from './water-words.ts'
import type { OrganisationSeed, PostSeed, TenantSeed } from './tenant.ts'

const organisations: readonly OrganisationSeed[] = [
  { code: 'group', orgName: '岭南智慧水务集团', orgType: 'group', orgDescription: '集团本部，负责投资、规划与监督', orgSequence: 1 },
  {
    code: 'dispatch',
    orgName: '调度与数据中心',
    orgType: 'department',
    orgDescription: '全网水量、水压与水质的集中调度',
    orgSequence: 1,
    parent: 'group',
  },
  { code: 'general', orgName: '综合管理部', orgType: 'department', orgDescription: '人事、行政与合同', orgSequence: 2, parent: 'group' },
  {
    code: 'guangzhou',
    orgName: '广州供水公司',
    orgType: 'company',
    orgDescription: '日供水能力八十万立方米',
    orgSequence: 3,
    parent: 'group',
  },
  {
    code: 'guangzhou-works',
    orgName: '制水部',
    orgType: 'department',
    orgDescription: '混凝、沉淀、过滤与消毒',
    orgSequence: 1,
    parent: 'guangzhou',
  },
  {
    code: 'guangzhou-dosing',
    orgName: '加药班',
    orgType: 'team',
    orgDescription: '混凝剂与次氯酸钠投加',
    orgSequence: 1,
    parent: 'guangzhou-works',
  },
  {
    code: 'guangzhou-filtration',
    orgName: '滤池班',
    orgType: 'team',
    orgDescription: '滤池运行与反冲洗',
    orgSequence: 2,
    parent: 'guangzhou-works',
  },
  {
    code: 'guangzhou-mains',
    orgName: '管网部',
    orgType: 'department',
    orgDescription: '分区计量与漏损控制',
    orgSequence: 2,
    parent: 'guangzhou',
  },
  {
    code: 'guangzhou-patrol',
    orgName: '巡检班',
    orgType: 'team',
    orgDescription: '管线巡查、听漏与抢修',
    orgSequence: 1,
    parent: 'guangzhou-mains',
  },
  {
    code: 'guangzhou-laboratory',
    orgName: '水质化验室',
    orgType: 'department',
    orgDescription: '出厂水与管网水的检测',
    orgSequence: 3,
    parent: 'guangzhou',
  },
  {
    code: 'foshan',
    orgName: '佛山供水公司',
    orgType: 'company',
    orgDescription: '东平水道取水，供应禅城与顺德',
    orgSequence: 4,
    parent: 'group',
  },
  {
    code: 'foshan-pumping',
    orgName: '泵站部',
    orgType: 'department',
    orgDescription: '取水泵站与加压泵站的运行',
    orgSequence: 1,
    parent: 'foshan',
  },
  {
    code: 'foshan-intake',
    orgName: '取水泵站班',
    orgType: 'team',
    orgDescription: '取水口、格栅与一级泵房',
    orgSequence: 1,
    parent: 'foshan-pumping',
  },
  {
    code: 'foshan-booster',
    orgName: '加压泵站班',
    orgType: 'team',
    orgDescription: '二次供水与夜间调峰',
    orgSequence: 2,
    parent: 'foshan-pumping',
  },
  {
    code: 'foshan-maintenance',
    orgName: '机电维修部',
    orgType: 'department',
    orgDescription: '水泵、变频器与仪表的检修',
    orgSequence: 2,
    parent: 'foshan',
  },
]

const posts: readonly PostSeed[] = [
  { postCode: 'general-manager', postName: '总经理', postSequence: 1 },
  { postCode: 'branch-manager', postName: '分公司经理', postSequence: 1, parent: 'general-manager' },
  { postCode: 'section-chief', postName: '部门主管', postSequence: 1, parent: 'branch-manager' },
  { postCode: 'shift-leader', postName: '值班长', postSequence: 1, parent: 'section-chief' },
  { postCode: 'operator', postName: '运行工', postSequence: 1, parent: 'shift-leader' },
  { postCode: 'maintenance-engineer', postName: '机电工程师', postSequence: 2, parent: 'section-chief' },
  { postCode: 'water-analyst', postName: '水质化验员', postSequence: 3, parent: 'section-chief' },
  { postCode: 'dispatcher', postName: '调度员', postSequence: 2, parent: 'general-manager' },
  { postCode: 'office-clerk', postName: '综合专员', postSequence: 3, parent: 'general-manager' },
]

const company = { domain: 'lingnan-water.example', offset: 211, disabled: ['zhuqifa', 'gutianci', 'peter.langley', 'changyue'] }

const users = peopleOf(company, [
  {
    org: 'dispatch',
    post: 'dispatcher',
    partTimePost: 'office-clerk',
    partTimeRoles: ['ROLE_STAFFING'],
    roles: ['ROLE_ADMIN'],
    people: 'admin 何志强',
  },
  { org: 'general', post: 'office-clerk', roles: ['ROLE_EDITOR'], people: 'editor 黎咏欣' },
  { org: 'group', post: 'general-manager', roles: ['ROLE_VIEWER'], people: 'viewer Emily Rhodes' },

  { org: 'group', post: 'general-manager', roles: ['ROLE_VIEWER', 'ROLE_AUDITOR'], people: 'huangyaozu 黄耀祖, liangbixia 梁碧霞' },
  {
    org: 'dispatch',
    post: 'dispatcher',
    roles: ['ROLE_EDITOR', 'ROLE_OPERATOR'],
    people: 'chenjiahui 陈嘉慧, ouyangjun 欧阳俊, Marcus Ellis',
  },
  {
    org: 'dispatch',
    post: 'dispatcher',
    roles: ['ROLE_OPERATOR'],
    people: 'situwenhui 司徒文辉, zengqingsong 曾庆松, liaoyifan 廖一凡, Zoe Chambers, Hugo Wells',
  },
  { org: 'general', post: 'office-clerk', roles: ['ROLE_STAFFING'], people: 'tanlihua 谭丽华, wuyanling 吴燕玲, Nora Finch' },

  {
    org: 'guangzhou',
    post: 'branch-manager',
    partTimePost: 'section-chief',
    partTimeRoles: ['ROLE_STAFFING'],
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'luzhanpeng 陆展鹏',
  },
  {
    org: 'guangzhou-works',
    post: 'section-chief',
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'guanshaolin 关少霖, moguiying 莫桂英, Adam Sutton',
  },
  {
    org: 'guangzhou-dosing',
    post: 'shift-leader',
    partTimePost: 'water-analyst',
    partTimeRoles: ['ROLE_VIEWER', 'ROLE_AUDITOR'],
    roles: ['ROLE_OPERATOR'],
    people: 'liangweijie 梁伟杰',
  },
  {
    org: 'guangzhou-dosing',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'huomeiqi 霍美琪, zhuqifa 朱启发, hupeiyao 胡佩瑶, Peter Langley, Eva Norris',
  },
  { org: 'guangzhou-filtration', post: 'shift-leader', roles: ['ROLE_OPERATOR'], people: 'linzhaohui 林兆辉' },
  {
    org: 'guangzhou-filtration',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'xuruilin 许瑞霖, zhongjianhong 钟剑虹, gaoming 高明, Sean Doherty, Bella Hart',
  },
  {
    org: 'guangzhou-mains',
    post: 'section-chief',
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'fuguohua 傅国华, cuijingyi 崔静怡, Laura Pike',
  },
  {
    org: 'guangzhou-patrol',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'maoyongjun 毛勇军, qiuzeyu 邱泽宇, qinruolan 秦若兰, jiangbo 江波, gutianci 顾天赐, Simon Archer, Kate Mercer',
  },
  {
    org: 'guangzhou-laboratory',
    post: 'water-analyst',
    roles: ['ROLE_VIEWER', 'ROLE_AUDITOR'],
    people: 'houxiaoyu 侯晓雨, shaomingyue 邵明月, mengfanxing 孟繁星, longyating 龙雅婷, Clara Benson, Julian Frost',
  },

  {
    org: 'foshan',
    post: 'branch-manager',
    partTimePost: 'maintenance-engineer',
    partTimeRoles: ['ROLE_AUDITOR'],
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'wanshengli 万胜利',
  },
  {
    org: 'foshan-pumping',
    post: 'section-chief',
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'duanwenbin 段文斌, qianhuifang 钱慧芳, Victor Shaw',
  },
  { org: 'foshan-intake', post: 'shift-leader', partTimePost: 'operator', roles: ['ROLE_OPERATOR'], people: 'tangyuhang 汤宇航' },
  {
    org: 'foshan-intake',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'yinzhiwei 尹志伟, changyue 常悦, wuxiaofeng 武晓峰, Toby Granger, Isaac Holt',
  },
  { org: 'foshan-booster', post: 'shift-leader', roles: ['ROLE_OPERATOR'], people: 'laizhenhua 赖振华' },
  {
    org: 'foshan-booster',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'gongliang 龚亮, lipeiyu 李沛雨, zhangjinhai 张锦海, Megan Porter, Owen Blake',
  },
  {
    org: 'foshan-maintenance',
    post: 'maintenance-engineer',
    roles: ['ROLE_OPERATOR'],
    people:
      'heyuntao 贺云涛, xionglei 熊磊, jinshengnan 金胜男, baixuesong 白雪松, kongdezhi 孔德志, Fiona Grant, Luke Barton, Rosie Sharp',
  },
])

export const waterCompany: TenantSeed = {
  tenantCode: '10002',
  tenantName: '岭南智慧水务',
  tenantContact: '何志强',
  tenantEmail: 'service@lingnan-water.example',
  tenantTel: '020-55550002',
  organisations,
  posts,
  roles,
  users,
  dictionaries: waterWords,
  registry: waterRegistry,
  limits: { package: standard.packageName, userQuota: 100, storageQuota: 10_240, pointQuota: 2_000, expiresInDays: 365 },
  parameters: { 'time.zone': 'Asia/Shanghai' },
}
