import type { Brand } from '../brand.js';

/** A plan's number inside its phase (`02`): never compared with a plan id. */
export type PlanNumber = Brand<'PlanNumber'>;

/** A plan's id: its file name less `-PLAN.md` (`03-02-hardening`). Compared byte for byte. */
export type PlanId = Brand<'PlanId'>;
