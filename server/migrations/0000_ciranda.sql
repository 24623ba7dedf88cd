CREATE TABLE "administrator_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" text,
	"email_index" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"approved_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "administrator_invitations_secret" UNIQUE("secret_hash"),
	CONSTRAINT "administrator_invitations_role" CHECK ("administrator_invitations"."role" in ('ADMIN', 'AUDITOR'))
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"circle_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"appellant_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"salt" text,
	"decision_id" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision" text,
	"outcome" text,
	"message" text,
	"decision_salt" text,
	"notes" text,
	CONSTRAINT "appeals_circle_id_report_id_pk" PRIMARY KEY("circle_id","report_id"),
	CONSTRAINT "appeals_decision" CHECK (("appeals"."decided_at" is null) = ("appeals"."decision" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."outcome" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."decided_by" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."decision_id" is null)
        and ("appeals"."decided_at" is null) = ("appeals"."message" is null)),
	CONSTRAINT "appeals_upheld" CHECK ("appeals"."decision" is null or ("appeals"."decision" in ('UPHELD', 'CHANGED') and "appeals"."outcome" in ('keep', 'confirm', 'cancel')
        and ("appeals"."decision" = 'CHANGED' or "appeals"."outcome" = 'keep')))
);
--> statement-breakpoint
CREATE TABLE "approval_members" (
	"approval_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"objected_at" timestamp with time zone,
	CONSTRAINT "approval_members_approval_id_user_id_pk" PRIMARY KEY("approval_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"circle_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"call" text NOT NULL,
	"sealed" text,
	"body_hash" text NOT NULL,
	"act_hash" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_via" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"ended_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('proposed', 'executed', 'rejected', 'withdrawn', 'expired', 'failed')),
	CONSTRAINT "approvals_two" CHECK ("approvals"."state" <> 'executed' or "approvals"."decided_by" is distinct from "approvals"."proposed_by"),
	CONSTRAINT "approvals_alone" CHECK ("approvals"."state" <> 'executed' or "approvals"."decided_by" is not null or "approvals"."ended_at" >= "approvals"."proposed_at" + interval '72 hours')
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"circle_id" uuid,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"fields" text[]
);
--> statement-breakpoint
CREATE TABLE "case_entries" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"what" text NOT NULL,
	"text" text NOT NULL,
	"asked_of" text,
	"until" date,
	"picture_sha256" text,
	"picture_sent" text,
	"salt" text,
	CONSTRAINT "case_entries_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "case_entries_what" CHECK (("case_entries"."what" = 'statement' and "case_entries"."asked_of" is null and "case_entries"."until" is null)
        or ("case_entries"."what" = 'request' and "case_entries"."asked_of" is not null and "case_entries"."asked_of" in ('donor', 'receiver')
          and "case_entries"."until" is not null))
);
--> statement-breakpoint
CREATE TABLE "checkpoint_days" (
	"circle_id" uuid NOT NULL,
	"day" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "checkpoint_days_circle_id_day_pk" PRIMARY KEY("circle_id","day")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"circle_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"root" text NOT NULL,
	"note" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkpoints_circle_id_size_pk" PRIMARY KEY("circle_id","size")
);
--> statement-breakpoint
CREATE TABLE "circle_members" (
	"circle_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"status" text NOT NULL,
	"completed_n1_at" timestamp with time zone,
	"completed_n2_at" timestamp with time zone,
	"completed_n3_at" timestamp with time zone,
	"n3_completed_at" timestamp with time zone,
	"reentry" text NOT NULL,
	"given_n1_cents" bigint NOT NULL,
	"given_n2_cents" bigint NOT NULL,
	"given_n3_cents" bigint NOT NULL,
	"given_administration_cents" bigint NOT NULL,
	"received_n1_cents" bigint NOT NULL,
	"received_n2_cents" bigint NOT NULL,
	"received_n3_cents" bigint NOT NULL,
	CONSTRAINT "circle_members_circle_id_member_id_pk" PRIMARY KEY("circle_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "circle_words" (
	"circle_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"words" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "circle_words_circle_id_hash_pk" PRIMARY KEY("circle_id","hash")
);
--> statement-breakpoint
CREATE TABLE "circles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"plan" jsonb NOT NULL,
	"operator" jsonb,
	"people" integer,
	"terms_hash" text,
	"seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"next_order" bigint NOT NULL,
	"donations_made" bigint NOT NULL,
	"pulled_period" text,
	"calendar" jsonb,
	"calendar_period" text,
	"answer_days" integer DEFAULT 5 NOT NULL,
	"reports_made" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"open_for_registration" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"replaced_by" uuid,
	CONSTRAINT "circles_people" CHECK ("circles"."people" between 2 and 100),
	CONSTRAINT "circles_answer_days" CHECK ("circles"."answer_days" between 2 and 15)
);
--> statement-breakpoint
CREATE TABLE "cosignatures" (
	"circle_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "cosignatures_circle_id_size_witness_pk" PRIMARY KEY("circle_id","size","witness")
);
--> statement-breakpoint
CREATE TABLE "witness_tries" (
	"circle_id" uuid NOT NULL,
	"witness" text NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"failure" text NOT NULL,
	CONSTRAINT "witness_tries_circle_id_witness_pk" PRIMARY KEY("circle_id","witness")
);
--> statement-breakpoint
CREATE TABLE "device_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"device" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "device_keys_point" UNIQUE("circle_id","public_key")
);
--> statement-breakpoint
CREATE TABLE "donation_counters" (
	"circle_id" uuid NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "donation_counters_circle_id_status_pk" PRIMARY KEY("circle_id","status")
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"obligation_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"receiver_id" uuid,
	"turn_id" uuid,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"report_id" uuid,
	"payment_key_id" uuid,
	"receipt_sha256" text,
	"receipt_pixel_hash" text,
	"receipt_sent_at" timestamp with time zone,
	"receipt_reused" boolean DEFAULT false NOT NULL,
	"receipt_left_ms" bigint,
	"answer_due_at" timestamp with time zone,
	"answer_reminders" integer DEFAULT 0 NOT NULL,
	"pix_transaction" text,
	"rejections" integer DEFAULT 0 NOT NULL,
	"rejected_at" timestamp with time zone,
	"is_undecided" boolean DEFAULT false NOT NULL,
	"receipt_signed" boolean,
	"confirmation_signed" boolean,
	"late_told_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "donations_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "donations_not_to_oneself" CHECK ("donations"."donor_id" <> "donations"."receiver_id"),
	CONSTRAINT "donations_amount" CHECK ("donations"."amount_cents" > 0),
	CONSTRAINT "donations_receipt_first" CHECK ("donations"."status" not in ('PENDING_CONFIRMATION', 'CONFIRMED') or "donations"."receipt_sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "draw_numbers" (
	"circle_id" uuid NOT NULL,
	"draw_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"commitment" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"is_signed" boolean NOT NULL,
	"number" text,
	"opened_at" timestamp with time zone,
	CONSTRAINT "draw_numbers_circle_id_draw_id_member_id_pk" PRIMARY KEY("circle_id","draw_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by" uuid NOT NULL,
	"commitment" text NOT NULL,
	"join_until" timestamp with time zone NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"member_ids" jsonb NOT NULL,
	"sealed" text NOT NULL,
	"state" text NOT NULL,
	"opening_told" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"end_seq" bigint,
	"secret" text,
	"order" jsonb,
	CONSTRAINT "draws_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
CREATE TABLE "email_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"level" integer NOT NULL,
	"position" integer NOT NULL,
	"member_id" uuid NOT NULL,
	"is_receiver" boolean NOT NULL,
	"passed_member_ids" jsonb NOT NULL,
	"turn_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entries_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "entries_position" CHECK ("entries"."position" between 1 and 100),
	CONSTRAINT "entries_level" CHECK ("entries"."level" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "file_removals" (
	"sha256" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_fingerprint" text NOT NULL,
	"head_seed" text,
	"push_public_key" text,
	"push_private_key" text,
	"unprinted_logins" text,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "join_link_uses" (
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_invited" boolean,
	CONSTRAINT "join_link_uses_circle_id_user_id_pk" PRIMARY KEY("circle_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "join_links" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sealed" text,
	"person_index" text,
	"secret_hash" text NOT NULL,
	"uses_max" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "join_links_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "join_links_secret" UNIQUE("secret_hash"),
	CONSTRAINT "join_links_uses" CHECK ("join_links"."uses" between 0 and "join_links"."uses_max" and "join_links"."uses_max" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "ledger_blocks" (
	"circle_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_blocks_circle_id_block_pk" PRIMARY KEY("circle_id","block")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"circle_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_circle_id_seq_pk" PRIMARY KEY("circle_id","seq")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"circle_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"read_at" timestamp with time zone,
	"letter" text NOT NULL,
	"push" text DEFAULT 'none' NOT NULL,
	CONSTRAINT "notices_push" CHECK ("notices"."push" in ('none', 'due', 'written')),
	CONSTRAINT "notices_letter" CHECK ("notices"."letter" in ('none', 'due', 'written'))
);
--> statement-breakpoint
CREATE TABLE "obligations" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" integer NOT NULL,
	"period" text,
	"order" bigint NOT NULL,
	"owed_at" timestamp with time zone NOT NULL,
	"overdue" boolean NOT NULL,
	"status" text NOT NULL,
	"void_reason" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "obligations_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "obligations_amount" CHECK ("obligations"."amount_cents" > 0),
	CONSTRAINT "obligations_target" CHECK ("obligations"."target" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "payment_keys" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"state" text NOT NULL,
	"commitment" text NOT NULL,
	"sealed" text,
	"asked_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"holds_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"pix_qr_sha256" text,
	"btc_qr_sha256" text,
	"usdt_qr_sha256" text,
	CONSTRAINT "payment_keys_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "payment_keys_state" CHECK ("payment_keys"."state" in ('pending', 'current', 'former', 'dropped')),
	CONSTRAINT "payment_keys_open" CHECK ("payment_keys"."state" not in ('pending', 'current') or "payment_keys"."sealed" is not null),
	CONSTRAINT "payment_keys_waits" CHECK ("payment_keys"."state" <> 'pending' or ("payment_keys"."holds_at" is not null and "payment_keys"."asked_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "pix_transactions" (
	"hash" text PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"has_digest" boolean NOT NULL,
	CONSTRAINT "push_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"is_urgent" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint_index" text NOT NULL,
	"sealed" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint_index")
);
--> statement-breakpoint
CREATE TABLE "queue_changes" (
	"circle_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"level" integer NOT NULL,
	"about" jsonb NOT NULL,
	"effects" jsonb NOT NULL,
	"inverse" jsonb,
	"rests" jsonb,
	"reason" text,
	"salt" text,
	"reason_seq" bigint,
	"undoes_seq" bigint,
	"undone_seq" bigint,
	CONSTRAINT "queue_changes_circle_id_seq_pk" PRIMARY KEY("circle_id","seq")
);
--> statement-breakpoint
CREATE TABLE "receipt_sketches" (
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"receiver_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"sketch" text NOT NULL,
	CONSTRAINT "receipt_sketches_circle_id_donation_id_pk" PRIMARY KEY("circle_id","donation_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_index" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"successor_sealed" text
);
--> statement-breakpoint
CREATE TABLE "rejected_receipts" (
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"receipt_sha256" text,
	"receipt_pixel_hash" text,
	"pix_transaction" text,
	"sent_at" timestamp with time zone NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"reason" text,
	"receipt_signed" boolean,
	"rejection_signed" boolean NOT NULL,
	CONSTRAINT "rejected_receipts_circle_id_donation_id_attempt_pk" PRIMARY KEY("circle_id","donation_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "report_steps" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"status" text NOT NULL,
	"message" text,
	"salt" text,
	"notes" text,
	"outcome" text,
	CONSTRAINT "report_steps_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"additional_info" text,
	"salt" text,
	"holds_ms" integer,
	"status" text NOT NULL,
	"resolution" text,
	"resolution_message" text,
	"admin_notes" text,
	"outcome" text,
	"reported_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reports_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
CREATE TABLE "scrub_results" (
	"scope" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"differences" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_why" text,
	"authenticated_by" text DEFAULT 'password' NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"circle_id" uuid,
	CONSTRAINT "sessions_authenticated_by" CHECK ("sessions"."authenticated_by" in ('password', 'temporary', 'passkey', 'recovery'))
);
--> statement-breakpoint
CREATE TABLE "simulations" (
	"plan_hash" text NOT NULL,
	"members" integer NOT NULL,
	"simulator" integer NOT NULL,
	"plan_name" text NOT NULL,
	"plan_version" integer NOT NULL,
	"outcome" jsonb NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "simulations_plan_hash_members_simulator_pk" PRIMARY KEY("plan_hash","members","simulator")
);
--> statement-breakpoint
CREATE TABLE "standing_changes" (
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"what" text NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	CONSTRAINT "standing_changes_circle_id_user_id_id_pk" PRIMARY KEY("circle_id","user_id","id"),
	CONSTRAINT "standing_changes_what" CHECK ("standing_changes"."what" in ('suspended', 'removed', 'reinstated'))
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"terms_version" text NOT NULL,
	"shown" jsonb NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_terms_version_pk" PRIMARY KEY("user_id","terms_version")
);
--> statement-breakpoint
CREATE TABLE "turn_forecasts" (
	"circle_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"told_month" text,
	"told_seq" bigint NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"moved_from" text,
	"moved_at" timestamp with time zone,
	"causes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "turn_forecasts_circle_id_entry_id_pk" PRIMARY KEY("circle_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"required" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"open" integer NOT NULL,
	"received_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "turns_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "turns_required" CHECK ("turns"."confirmed" + "turns"."open" <= "turns"."required" and "turns"."confirmed" >= 0 and "turns"."open" >= 0)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"user_id" uuid NOT NULL,
	"day" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "uploads_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"admin_approved" boolean NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email_index" text NOT NULL,
	"cpf_index" text,
	"sealed" text NOT NULL,
	"avatar" text NOT NULL,
	"pix_qr_sha256" text,
	"btc_qr_sha256" text,
	"usdt_qr_sha256" text,
	"password_hash" text NOT NULL,
	"password_temporary" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp with time zone,
	"phone_verified_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"reminders_off" boolean DEFAULT false NOT NULL,
	"notice_choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"push_asked_at" timestamp with time zone,
	"is_auditor" boolean DEFAULT false NOT NULL,
	"added_by" uuid,
	"added_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email" UNIQUE("email_index"),
	CONSTRAINT "users_cpf" UNIQUE("cpf_index"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('USER', 'ADMIN')),
	CONSTRAINT "users_auditor" CHECK (not "users"."is_auditor" or "users"."role" = 'ADMIN'),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('PENDING', 'ACTIVE', 'ACTIVE_PARTICIPANT', 'INACTIVE', 'SUSPENDED', 'APPROVED'))
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD CONSTRAINT "administrator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD CONSTRAINT "administrator_invitations_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_members" ADD CONSTRAINT "approval_members_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_members" ADD CONSTRAINT "approval_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoint_days" ADD CONSTRAINT "checkpoint_days_checkpoint" FOREIGN KEY ("circle_id","size") REFERENCES "public"."checkpoints"("circle_id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_members" ADD CONSTRAINT "circle_members_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_words" ADD CONSTRAINT "circle_words_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cosignatures" ADD CONSTRAINT "cosignatures_checkpoint" FOREIGN KEY ("circle_id","size") REFERENCES "public"."checkpoints"("circle_id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "witness_tries" ADD CONSTRAINT "witness_tries_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_keys" ADD CONSTRAINT "device_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donation_counters" ADD CONSTRAINT "donation_counters_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_obligation_id_obligations_circle_id_id_fk" FOREIGN KEY ("circle_id","obligation_id") REFERENCES "public"."obligations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_payment_key_id_payment_keys_circle_id_id_fk" FOREIGN KEY ("circle_id","payment_key_id") REFERENCES "public"."payment_keys"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_numbers" ADD CONSTRAINT "draw_numbers_circle_id_draw_id_draws_circle_id_id_fk" FOREIGN KEY ("circle_id","draw_id") REFERENCES "public"."draws"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_link_uses" ADD CONSTRAINT "join_link_uses_link_fk" FOREIGN KEY ("circle_id","link_id") REFERENCES "public"."join_links"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_blocks" ADD CONSTRAINT "ledger_blocks_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_keys" ADD CONSTRAINT "payment_keys_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pix_transactions" ADD CONSTRAINT "pix_transactions_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_changes" ADD CONSTRAINT "queue_changes_circle_id_seq_ledger_circle_id_seq_fk" FOREIGN KEY ("circle_id","seq") REFERENCES "public"."ledger"("circle_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_sketches" ADD CONSTRAINT "receipt_sketches_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejected_receipts" ADD CONSTRAINT "rejected_receipts_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_steps" ADD CONSTRAINT "report_steps_circle_id_report_id_reports_circle_id_id_fk" FOREIGN KEY ("circle_id","report_id") REFERENCES "public"."reports"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD CONSTRAINT "standing_changes_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_forecasts" ADD CONSTRAINT "turn_forecasts_circle_id_entry_id_entries_circle_id_id_fk" FOREIGN KEY ("circle_id","entry_id") REFERENCES "public"."entries"("circle_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "administrator_invitations_email" ON "administrator_invitations" USING btree ("email_index");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("circle_id","at") WHERE "appeals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "approval_members_user" ON "approval_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("circle_id","proposed_at") WHERE "approvals"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "approvals_circle" ON "approvals" USING btree ("circle_id","proposed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_circle" ON "audit" USING btree ("circle_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_looks" ON "audit" USING btree ("circle_id","actor_id","kind","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "case_entries_report" ON "case_entries" USING btree ("circle_id","report_id","at","id");--> statement-breakpoint
CREATE INDEX "case_entries_picture" ON "case_entries" USING btree ("picture_sha256") WHERE "case_entries"."picture_sha256" is not null;--> statement-breakpoint
CREATE INDEX "circle_members_member" ON "circle_members" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "circles_one_open" ON "circles" USING btree ("open_for_registration") WHERE "circles"."open_for_registration";--> statement-breakpoint
CREATE INDEX "device_keys_user" ON "device_keys" USING btree ("user_id","circle_id");--> statement-breakpoint
CREATE INDEX "donations_open_key" ON "donations" USING btree ("circle_id","payment_key_id") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE UNIQUE INDEX "donations_one_open" ON "donations" USING btree ("circle_id","obligation_id") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_open_donor" ON "donations" USING btree ("circle_id","donor_id","deadline_at") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_open_receiver" ON "donations" USING btree ("circle_id","receiver_id","deadline_at") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_due" ON "donations" USING btree ("deadline_at") WHERE "donations"."status" = 'PENDING_PAYMENT';--> statement-breakpoint
CREATE INDEX "donations_late" ON "donations" USING btree (coalesce("donations"."answer_due_at", "donations"."deadline_at")) WHERE "donations"."status" = 'PENDING_CONFIRMATION';--> statement-breakpoint
CREATE INDEX "donations_history_donor" ON "donations" USING btree ("circle_id","donor_id","ended_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('CONFIRMED', 'EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_history_receiver" ON "donations" USING btree ("circle_id","receiver_id","ended_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('CONFIRMED', 'EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_all" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_pending" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_completed" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "donations_lapsed" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_by_donor" ON "donations" USING btree ("circle_id","donor_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_by_type" ON "donations" USING btree ("circle_id","type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_by_amount" ON "donations" USING btree ("circle_id","amount_cents","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_by_receiver" ON "donations" USING btree ("circle_id","receiver_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_receipt" ON "donations" USING btree ("circle_id","receipt_sha256") WHERE "donations"."receipt_sha256" is not null;--> statement-breakpoint
CREATE INDEX "donations_reused" ON "donations" USING btree ("circle_id","donor_id") WHERE "donations"."receipt_reused";--> statement-breakpoint
CREATE INDEX "donations_receipt_pixels" ON "donations" USING btree ("circle_id","receipt_pixel_hash") WHERE "donations"."receipt_pixel_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "draws_one_runs" ON "draws" USING btree ("circle_id") WHERE "draws"."state" = 'running';--> statement-breakpoint
CREATE INDEX "entries_member" ON "entries" USING btree ("circle_id","member_id");--> statement-breakpoint
CREATE INDEX "join_link_uses_link" ON "join_link_uses" USING btree ("circle_id","link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_person" ON "join_links" USING btree ("circle_id","person_index") WHERE "join_links"."revoked_at" is null and "join_links"."uses" = 0;--> statement-breakpoint
CREATE INDEX "ledger_hash" ON "ledger" USING btree ("circle_id","hash");--> statement-breakpoint
CREATE INDEX "ledger_donation" ON "ledger" USING btree ("circle_id",("payload" ->> 'donationId')) WHERE "ledger"."payload" ->> 'donationId' is not null;--> statement-breakpoint
CREATE INDEX "ledger_payment_keys" ON "ledger" USING btree ("circle_id",("payload" ->> 'memberId')) WHERE "ledger"."kind" = 'payment_key.committed';--> statement-breakpoint
CREATE INDEX "ledger_circle_changes" ON "ledger" USING btree ("circle_id","seq" DESC NULLS LAST) WHERE ("ledger"."kind" like 'circle.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('draw.begun', 'draw.revealed', 'draw.lapsed'));--> statement-breakpoint
CREATE INDEX "ledger_of_month" ON "ledger" USING btree ("circle_id","at","seq") WHERE "ledger"."kind" in ('donation.matched', 'donation.confirmed', 'donation.expired', 'donation.cancelled', 'donation.reported', 'report.ended');--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("next_try_at") WHERE "letters"."sent_at" is null and "letters"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_letter_due" ON "notices" USING btree ("user_id","id") WHERE "notices"."letter" = 'due';--> statement-breakpoint
CREATE INDEX "notices_push_due" ON "notices" USING btree ("user_id","id") WHERE "notices"."push" = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_order" ON "obligations" USING btree ("circle_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_one_pull" ON "obligations" USING btree ("circle_id","period","member_id","target") WHERE "obligations"."type" = 'PULL';--> statement-breakpoint
CREATE INDEX "obligations_live" ON "obligations" USING btree ("circle_id","member_id") WHERE "obligations"."status" in ('waiting', 'open');--> statement-breakpoint
CREATE INDEX "passkey_challenges_age" ON "passkey_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_keys_current" ON "payment_keys" USING btree ("circle_id","member_id") WHERE "payment_keys"."state" = 'current';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_keys_pending" ON "payment_keys" USING btree ("circle_id","member_id") WHERE "payment_keys"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_keys_due" ON "payment_keys" USING btree ("holds_at") WHERE "payment_keys"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_keys_member" ON "payment_keys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "pix_transactions_donation" ON "pix_transactions" USING btree ("circle_id","donation_id");--> statement-breakpoint
CREATE INDEX "push_messages_subscription" ON "push_messages" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("next_try_at") WHERE "push_messages"."sent_at" is null and "push_messages"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "receipt_sketches_donor" ON "receipt_sketches" USING btree ("circle_id","donor_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receipt_sketches_receiver" ON "receipt_sketches" USING btree ("circle_id","receiver_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_requests_email" ON "recovery_requests" USING btree ("email_index","requested_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "rejected_receipts_receipt" ON "rejected_receipts" USING btree ("receipt_sha256") WHERE "rejected_receipts"."receipt_sha256" is not null;--> statement-breakpoint
CREATE INDEX "report_steps_report" ON "report_steps" USING btree ("circle_id","report_id","at","id");--> statement-breakpoint
CREATE INDEX "reports_of_donation" ON "reports" USING btree ("circle_id","donation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open" ON "reports" USING btree ("circle_id","donation_id") WHERE "reports"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("circle_id","reporter_id","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_all" ON "reports" USING btree ("circle_id","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_status" ON "reports" USING btree ("circle_id","status","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "turns_member" ON "turns" USING btree ("circle_id","member_id","level");--> statement-breakpoint
CREATE INDEX "turns_live" ON "turns" USING btree ("circle_id") WHERE "turns"."status" in ('running', 'complete');--> statement-breakpoint
CREATE INDEX "users_circle" ON "users" USING btree ("circle_id","created_at");--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("created_at","id") WHERE "users"."role" = 'ADMIN';--> statement-breakpoint
CREATE INDEX "users_waiting" ON "users" USING btree ("circle_id") WHERE "users"."role" = 'USER' and not "users"."admin_approved";--> statement-breakpoint
CREATE UNIQUE INDEX "verification_codes_channel" ON "verification_codes" USING btree ("user_id","channel");--> statement-breakpoint

-- What SQL can say of the rules, said here too, so that no code path and no hand at a console can break it unnoticed.

-- A plan gives back what it takes when every level is paid by its own members' contributions and owes nothing on
-- completion. Said of the JSON itself: exactly these keys, of these types, within these bounds. Anything else, NULL
-- included, is not balanced. `isBalanced` in circle/plan.ts says the same; a property test holds both equal.
CREATE FUNCTION plan_is_balanced(plan jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  level jsonb;
BEGIN
  IF jsonb_typeof(plan) IS DISTINCT FROM 'object'
    OR (SELECT array_agg(key ORDER BY key COLLATE "C") FROM jsonb_object_keys(plan) AS key)
      IS DISTINCT FROM ARRAY['deadlineDays', 'levels', 'name', 'version']
    OR jsonb_typeof(plan -> 'name') IS DISTINCT FROM 'string'
    OR plan ->> 'name' = ''
    OR json_is_whole(plan -> 'version', 1, 1000000) IS NOT TRUE
    OR json_is_whole(plan -> 'deadlineDays', 1, 365) IS NOT TRUE
    OR jsonb_typeof(plan -> 'levels') IS DISTINCT FROM 'array'
  THEN
    RETURN false;
  END IF;
  IF jsonb_array_length(plan -> 'levels') NOT BETWEEN 1 AND 3 THEN
    RETURN false;
  END IF;
  FOR level IN SELECT jsonb_array_elements(plan -> 'levels') LOOP
    IF jsonb_typeof(level) IS DISTINCT FROM 'object'
      OR (SELECT array_agg(key ORDER BY key COLLATE "C") FROM jsonb_object_keys(level) AS key)
        IS DISTINCT FROM ARRAY['contributes', 'donationCents', 'onCompletion', 'owed', 'owedWhen', 'required']
      OR json_is_whole(level -> 'donationCents', 1, 100000000) IS NOT TRUE
      OR json_is_whole(level -> 'required', 1, 99) IS NOT TRUE
      OR level -> 'contributes' IS DISTINCT FROM 'true'::jsonb
      OR level -> 'owed' IS DISTINCT FROM '[]'::jsonb
      OR (level -> 'owedWhen' IN ('"upgrade_accepted"'::jsonb, '"level_completed"'::jsonb)) IS NOT TRUE
      OR level -> 'onCompletion' IS DISTINCT FROM '"back_of_queue"'::jsonb
    THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END
$$;--> statement-breakpoint
CREATE FUNCTION json_is_whole(value jsonb, lowest bigint, highest bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF jsonb_typeof(value) IS DISTINCT FROM 'number' THEN
    RETURN false;
  END IF;
  RETURN value::numeric = trunc(value::numeric) AND value::numeric BETWEEN lowest AND highest;
END
$$;--> statement-breakpoint
ALTER TABLE circles
  ADD CONSTRAINT circles_mode CHECK (mode IN ('demonstracao', 'real')),
  ADD CONSTRAINT circles_real_is_balanced CHECK (mode <> 'real' OR plan_is_balanced(plan)),
  ADD CONSTRAINT circles_real_names_operator CHECK (mode <> 'real' OR operator IS NOT NULL);--> statement-breakpoint
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a circle keeps the mode it was made with' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER circles_keep_mode BEFORE UPDATE OF mode ON circles
  FOR EACH ROW WHEN (OLD.mode IS DISTINCT FROM NEW.mode) EXECUTE FUNCTION refuse_mode_change();--> statement-breakpoint
ALTER TABLE "circles"
  ADD CONSTRAINT "circles_replaced_by" FOREIGN KEY ("replaced_by") REFERENCES "circles"("id"),
  ADD CONSTRAINT "circles_real_never_ends" CHECK ("mode" <> 'real' OR ("ended_at" IS NULL AND "replaced_by" IS NULL)),
  ADD CONSTRAINT "circles_ended_is_closed" CHECK ("ended_at" IS NULL OR NOT "open_for_registration"),
  ADD CONSTRAINT "circles_operator_named" CHECK ("operator" IS NULL OR (
    coalesce(btrim("operator" ->> 'name'), '') <> ''
    AND coalesce(btrim("operator" ->> 'document'), '') <> ''
    AND coalesce(btrim("operator" ->> 'contact'), '') <> ''
    AND coalesce(btrim("operator" ->> 'dataProtectionContact'), '') <> ''
  ));--> statement-breakpoint

-- Checked at commit: a move passes through positions that are still taken.
ALTER TABLE entries
  ADD CONSTRAINT entries_one_per_position UNIQUE (circle_id, level, position) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT entries_one_per_member UNIQUE (circle_id, level, member_id) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint

-- An ended donation never changes again, but for the receipt of a person who was erased.
CREATE FUNCTION refuse_ended_donation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an ended donation never changes again' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER donations_ended_stay BEFORE UPDATE ON donations
  FOR EACH ROW WHEN (
    OLD.status IN ('CONFIRMED', 'EXPIRED', 'CANCELLED')
    AND (OLD.status, OLD.obligation_id, OLD.donor_id, OLD.receiver_id, OLD.turn_id, OLD.type, OLD.amount_cents, OLD.target, OLD.created_at, OLD.deadline_at, OLD.ended_at)
      IS DISTINCT FROM (NEW.status, NEW.obligation_id, NEW.donor_id, NEW.receiver_id, NEW.turn_id, NEW.type, NEW.amount_cents, NEW.target, NEW.created_at, NEW.deadline_at, NEW.ended_at)
  ) EXECUTE FUNCTION refuse_ended_donation_change();--> statement-breakpoint

-- The ledger is only ever added to.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only ever added to' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint

-- What a member of a real circle may be asked for: this period's contribution, and the settlement of who leaves early,
-- at the amounts of the plan that everybody accepted.
CREATE FUNCTION refuse_invented_obligation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  circle record;
BEGIN
  SELECT mode, plan INTO circle FROM circles WHERE id = NEW.circle_id;
  IF circle.mode IS DISTINCT FROM 'real' THEN
    RETURN NEW;
  END IF;
  IF NEW.type NOT IN ('PULL', 'SETTLEMENT')
    OR NEW.target NOT BETWEEN 1 AND jsonb_array_length(circle.plan -> 'levels')
    OR (circle.plan -> 'levels' -> (NEW.target - 1) -> 'donationCents') IS DISTINCT FROM to_jsonb(NEW.amount_cents)
  THEN
    RAISE EXCEPTION 'a real circle asks only for what its plan says' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER obligations_by_plan BEFORE INSERT OR UPDATE OF circle_id, type, amount_cents, target ON obligations
  FOR EACH ROW EXECUTE FUNCTION refuse_invented_obligation();--> statement-breakpoint

-- What members agreed to is what they are asked for: a plan is frozen as soon as anybody was asked for anything. What says
-- so are the obligations themselves, not a counter that can be set back.
CREATE FUNCTION refuse_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM obligations WHERE circle_id = OLD.id) THEN
    RAISE EXCEPTION 'a plan in use is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER circles_plan_frozen BEFORE UPDATE OF plan ON circles
  FOR EACH ROW WHEN (OLD.plan IS DISTINCT FROM NEW.plan) EXECUTE FUNCTION refuse_plan_change();--> statement-breakpoint

-- Records are only ever added to; a TRUNCATE passes by the triggers of rows and is refused by its own.
CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER ledger_not_emptied BEFORE TRUNCATE ON ledger EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER acceptances_not_emptied BEFORE TRUNCATE ON terms_acceptances EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER audit_not_edited BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint

-- Access records are kept for six months (Marco Civil, art. 15), and nothing younger can be deleted by anybody.
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
  FOR EACH ROW WHEN (OLD.at > now() - interval '183 days') EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint

-- What was signed or cosigned is only ever added to: a checkpoint that disappeared could be signed again with another past.
CREATE FUNCTION refuse_checkpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'checkpoints and cosignatures are only ever added to' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();--> statement-breakpoint
CREATE TRIGGER checkpoint_days_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();--> statement-breakpoint
CREATE TRIGGER cosignatures_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_checkpoint_change();--> statement-breakpoint

-- Access records are kept for six months (Marco Civil, art. 15), and then not longer. Only this function deletes them: it
-- runs as the owner, and takes none that the machine's own clock holds for younger, whatever it is asked for.
CREATE FUNCTION purge_access_records(before timestamptz) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM public.audit WHERE at < least(before, now() - interval '184 days') RETURNING 1
  )
  SELECT count(*) FROM gone
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_access_records(timestamptz) FROM PUBLIC;--> statement-breakpoint

-- A donation keeps the key that it was matched with, and a version of a key is never made into another one.
CREATE FUNCTION refuse_other_payment_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a payment key stays what was promised' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER donations_keep_payment_key BEFORE UPDATE OF payment_key_id ON donations
  FOR EACH ROW WHEN (OLD.payment_key_id IS NOT NULL AND OLD.payment_key_id IS DISTINCT FROM NEW.payment_key_id)
  EXECUTE FUNCTION refuse_other_payment_key();--> statement-breakpoint
CREATE TRIGGER payment_keys_keep_commitment BEFORE UPDATE ON payment_keys
  FOR EACH ROW WHEN ((OLD.circle_id, OLD.id, OLD.member_id, OLD.commitment) IS DISTINCT FROM (NEW.circle_id, NEW.id, NEW.member_id, NEW.commitment))
  EXECUTE FUNCTION refuse_other_payment_key();--> statement-breakpoint

-- The words behind the ledger's hashes are only ever added to.
CREATE TRIGGER words_stay BEFORE UPDATE OR DELETE ON circle_words FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
CREATE TRIGGER words_not_emptied BEFORE TRUNCATE ON circle_words EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint

-- What was rejected stays: an attempt is added once, and only emptied for somebody who was erased.
CREATE FUNCTION refuse_rejection_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a rejected receipt stays as it was' USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER rejected_receipts_stay BEFORE UPDATE ON rejected_receipts
  FOR EACH ROW WHEN (
    (OLD.circle_id, OLD.donation_id, OLD.attempt, OLD.sent_at, OLD.rejected_at, OLD.receipt_signed, OLD.rejection_signed)
      IS DISTINCT FROM (NEW.circle_id, NEW.donation_id, NEW.attempt, NEW.sent_at, NEW.rejected_at, NEW.receipt_signed, NEW.rejection_signed)
    OR (NEW.receipt_sha256 IS NOT NULL AND NEW.receipt_sha256 IS DISTINCT FROM OLD.receipt_sha256)
    OR (NEW.reason IS NOT NULL AND NEW.reason IS DISTINCT FROM OLD.reason)
  ) EXECUTE FUNCTION refuse_rejection_change();--> statement-breakpoint

-- When contributions were asked for: a handful of lines among all of a ledger's.
CREATE INDEX "ledger_pulls" ON "ledger" ("circle_id", "seq" DESC) WHERE "kind" = 'pull.generated';--> statement-breakpoint

-- From here on: what came after the forty migrations before 1.0.0, which a database that they left gets too (earlier.ts).
ALTER TABLE "circles" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "circle_members" ADD COLUMN "is_passed_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "rotation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "rotation_from" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "circle_members" ADD COLUMN "pauses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "circle_members" ADD COLUMN "paused_rotation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "obligations" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
CREATE TABLE "donation_parts" (
	"circle_id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"cents" bigint NOT NULL,
	"receipt_sha256" text,
	"receipt_pixel_hash" text,
	"pix_transaction" text,
	"payer_sealed" text,
	"sent_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"receipt_signed" boolean,
	"confirmation_signed" boolean,
	CONSTRAINT "donation_parts_circle_id_donation_id_part_pk" PRIMARY KEY("circle_id","donation_id","part"),
	CONSTRAINT "donation_parts_cents" CHECK ("donation_parts"."cents" > 0)
);--> statement-breakpoint
DROP INDEX "ledger_of_month";--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "parts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "sent_cents" bigint;--> statement-breakpoint
ALTER TABLE "obligations" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donation_parts" ADD CONSTRAINT "donation_parts_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donation_parts_receipt" ON "donation_parts" USING btree ("receipt_sha256") WHERE "donation_parts"."receipt_sha256" is not null;--> statement-breakpoint
CREATE INDEX "ledger_of_month" ON "ledger" USING btree ("circle_id","at","seq") WHERE "ledger"."kind" in ('donation.matched', 'donation.confirmed', 'donation.part_confirmed', 'donation.expired', 'donation.cancelled', 'donation.reported', 'report.ended');--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_paid" CHECK ("donations"."paid_cents" >= 0 and "donations"."paid_cents" < "donations"."amount_cents");--> statement-breakpoint
CREATE TRIGGER donation_parts_stay BEFORE UPDATE ON donation_parts
  FOR EACH ROW WHEN (
    (OLD.circle_id, OLD.donation_id, OLD.part, OLD.cents, OLD.sent_at, OLD.confirmed_at, OLD.receipt_signed, OLD.confirmation_signed)
      IS DISTINCT FROM (NEW.circle_id, NEW.donation_id, NEW.part, NEW.cents, NEW.sent_at, NEW.confirmed_at, NEW.receipt_signed, NEW.confirmation_signed)
    OR (NEW.receipt_sha256 IS NOT NULL AND NEW.receipt_sha256 IS DISTINCT FROM OLD.receipt_sha256)
  ) EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "is_brought_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "beginning" jsonb;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "administrators" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_index" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shows_first_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone_index");--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "payer_sealed" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "scheduled_for" date;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "receipt_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "given_by" uuid;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_lost_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "also_takes_part" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_both" CHECK (not "users"."also_takes_part" or ("users"."role" = 'ADMIN' and not "users"."is_auditor"));--> statement-breakpoint
-- The acts of a device by its own count of them.
CREATE INDEX "ledger_signed" ON "ledger" ("circle_id", ("payload" #>> '{signature,key}'), (("payload" #>> '{signature,count}')::bigint))
  WHERE "payload" #>> '{signature,count}' IS NOT NULL;--> statement-breakpoint
-- Who is a fiscal.
CREATE INDEX "ledger_fiscals" ON "ledger" USING btree ("circle_id","seq") WHERE ("ledger"."kind" like 'fiscal.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('circle.administrators_named', 'helper.named', 'helper.ended', 'member.approved', 'member.reinstated', 'member.suspended', 'member.left', 'entry.placed', 'entry.removed', 'queue.drawn', 'queue.change_undone', 'circle.brought_in', 'place.handed_over', 'pull.generated'));--> statement-breakpoint
CREATE INDEX "ledger_orders" ON "ledger" USING btree ("circle_id","seq") WHERE ("ledger"."kind" like 'order.%' or "ledger"."kind" = 'queue.drawn');--> statement-breakpoint
CREATE INDEX "ledger_objections" ON "ledger" USING btree ("circle_id","actor_id","seq") WHERE "ledger"."kind" in ('approval.objected', 'approval.objection_withdrawn');--> statement-breakpoint
ALTER TABLE "rejected_receipts" ADD COLUMN "reason_salt" text;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_keys" ADD COLUMN "holds_at" timestamp with time zone;--> statement-breakpoint
CREATE TRIGGER circles_stay_closed BEFORE UPDATE ON circles
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at)
  EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint

-- A member may take several places of a roda.
ALTER TABLE "entries" DROP CONSTRAINT entries_one_per_member;--> statement-breakpoint
DROP INDEX "obligations_one_pull";--> statement-breakpoint
ALTER TABLE "circle_members" ADD COLUMN "shares" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "obligations" ADD COLUMN "share" integer DEFAULT 1 NOT NULL;--> statement-breakpoint

-- What somebody accepted, and when, stays: only this function, which runs as the owner, empties the words that were shown to a
-- person who is erased. The hash and the moment remain.
CREATE FUNCTION forget_acceptances(subject uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE public.terms_acceptances SET shown = '{}'
  WHERE user_id = subject AND EXISTS (SELECT FROM public.users WHERE id = subject AND erased_at IS NOT NULL)
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_acceptances(uuid) FROM PUBLIC;--> statement-breakpoint
DROP TRIGGER IF EXISTS acceptances_stay ON terms_acceptances;--> statement-breakpoint
CREATE TRIGGER acceptances_stay BEFORE UPDATE ON terms_acceptances
  FOR EACH ROW WHEN (
    (OLD.user_id, OLD.terms_version, OLD.accepted_at) IS DISTINCT FROM (NEW.user_id, NEW.terms_version, NEW.accepted_at)
    OR NEW.shown <> '{}'
  ) EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
DROP TRIGGER IF EXISTS acceptances_kept ON terms_acceptances;--> statement-breakpoint
CREATE TRIGGER acceptances_kept BEFORE DELETE ON terms_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_record_change();--> statement-breakpoint
-- Who acts for a member without a device.
CREATE TABLE "helpers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"helper_id" uuid NOT NULL,
	"paper_sha256" text,
	"named_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_authenticated_by";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "helper_id" uuid;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "helpers_one" ON "helpers" USING btree ("circle_id","member_id") WHERE "helpers"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "helpers_by" ON "helpers" USING btree ("helper_id","circle_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_helped" ON "ledger" USING btree ("circle_id",("payload" #>> '{command,donationId}')) WHERE "ledger"."payload" ->> 'via' = 'helper';--> statement-breakpoint
CREATE INDEX "sessions_of_helper" ON "sessions" USING btree ("helper_id") WHERE "sessions"."helper_id" is not null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_authenticated_by" CHECK ("sessions"."authenticated_by" in ('password', 'temporary', 'passkey', 'recovery', 'helper'));--> statement-breakpoint
CREATE INDEX "ledger_substitutes" ON "ledger" USING btree ("circle_id","seq") WHERE "ledger"."kind" in ('substitute.asked', 'substitute.accepted', 'substitute.ended', 'place.handed_over', 'member.key_removed');--> statement-breakpoint
-- Where a place is handed over, its donations are paid on the key that their receiver has then.
DROP TRIGGER IF EXISTS donations_keep_payment_key ON donations;--> statement-breakpoint
CREATE TRIGGER donations_keep_payment_key BEFORE UPDATE OF payment_key_id ON donations
  FOR EACH ROW WHEN (
    OLD.payment_key_id IS NOT NULL AND OLD.payment_key_id IS DISTINCT FROM NEW.payment_key_id
    AND (OLD.donor_id, OLD.receiver_id) IS NOT DISTINCT FROM (NEW.donor_id, NEW.receiver_id)
  ) EXECUTE FUNCTION refuse_other_payment_key();--> statement-breakpoint
CREATE TABLE "stored_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"stored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stored_files_named" CHECK ("stored_files"."sha256" = encode(sha256("stored_files"."bytes"), 'hex'))
);--> statement-breakpoint
-- Pictures are compressed already.
ALTER TABLE "stored_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "is_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "ahead_of" text;--> statement-breakpoint
ALTER TABLE "obligations" ADD COLUMN "is_ahead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_one_pull" ON "obligations" USING btree ("circle_id","period","member_id","target","share") WHERE "obligations"."type" = 'PULL' and not ("obligations"."is_ahead" and "obligations"."status" = 'void');--> statement-breakpoint
CREATE INDEX "obligations_ahead" ON "obligations" USING btree ("circle_id","member_id") WHERE "obligations"."is_ahead";--> statement-breakpoint
DROP INDEX "ledger_of_month";--> statement-breakpoint
CREATE INDEX "ledger_of_month" ON "ledger" USING btree ("circle_id","at","seq") WHERE "ledger"."kind" in ('donation.matched', 'donation.confirmed', 'donation.part_confirmed', 'donation.late', 'donation.expired', 'donation.cancelled', 'donation.reported', 'report.ended');--> statement-breakpoint
DROP INDEX "ledger_circle_changes";--> statement-breakpoint
CREATE INDEX "ledger_circle_changes" ON "ledger" USING btree ("circle_id","seq" DESC NULLS LAST) WHERE ("ledger"."kind" like 'circle.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('draw.begun', 'draw.revealed', 'draw.lapsed', 'queue.drawn') or "ledger"."kind" like 'order.%');--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "rules" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "circle_members" ADD COLUMN "given_before_cents" bigint DEFAULT 0 NOT NULL;
