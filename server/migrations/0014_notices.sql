CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"circle_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"read_at" timestamp with time zone,
	"letter" text NOT NULL,
	CONSTRAINT "notices_letter" CHECK ("notices"."letter" in ('none', 'due', 'written'))
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_letter_due" ON "notices" USING btree ("user_id","id") WHERE "notices"."letter" = 'due';