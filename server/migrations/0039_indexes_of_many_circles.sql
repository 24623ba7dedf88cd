DROP INDEX "sessions_user";--> statement-breakpoint
CREATE INDEX "donations_reused" ON "donations" USING btree ("circle_id","donor_id") WHERE "donations"."receipt_reused";--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "users_administrators" ON "users" USING btree ("created_at","id") WHERE "users"."role" = 'ADMIN';--> statement-breakpoint
CREATE INDEX "users_waiting" ON "users" USING btree ("circle_id") WHERE "users"."role" = 'USER' and not "users"."admin_approved";