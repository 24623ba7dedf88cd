ALTER TABLE "sessions" ADD COLUMN "authenticated_by" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
-- The sessions of before were opened by a password and seen at least then.
UPDATE "sessions" SET "confirmed_at" = "created_at", "last_seen_at" = "created_at", "device" = 'Aparelho desconhecido';--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "confirmed_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_seen_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "device" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_authenticated_by" CHECK ("sessions"."authenticated_by" in ('password', 'temporary', 'passkey', 'recovery'));
